// expect: FALSE(assert)
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    __CPROVER_assume(x > 10 && x < 20);
    __CPROVER_assert(x != 3, "never");
    __CPROVER_assert(x != 13, "can be"); // BUG
    return 0;
}
