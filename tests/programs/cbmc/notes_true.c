// What CBMC prints, and what it is to cover.
// expect: TRUE
int main(void) {
    int x = nondet_int();
    __CPROVER_cover(x > 3);
    __CPROVER_printf("%d", x);
    __CPROVER_input("x", x);
    __CPROVER_assert(x == x, "same");
    return 0;
}
