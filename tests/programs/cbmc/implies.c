// expect: TRUE
// flags: -D CLAIM=(x>3==>x>4)
// expect: FALSE(assert)
#ifndef CLAIM
#define CLAIM 1
#endif
int main(void) {
    int x = nondet_int(), y = nondet_int();
    __CPROVER_assume(x > 10 ==> y == 1);
    _Bool b = x > 11 && y > 0 ==> y == 1;
    __CPROVER_assert(b, "assigned");
    __CPROVER_assert(x > 20 ==> y == 1 ==> y < 2, "to the right");
    __CPROVER_assert((y == 5 ==> x <= 10) ? 1 : 0, "group");
    __CPROVER_assert(CLAIM, "claim"); // BUG
    return 0;
}
