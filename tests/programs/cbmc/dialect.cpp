// expect: TRUE
// flags: -D BAD
// expect: FALSE(assert)
int __VERIFIER_nondet_int();
int main() {
    int a[4];
    int n = __VERIFIER_nondet_int();
    __CPROVER_assume(n >= 0 && n < 4);
    __CPROVER_assert(__CPROVER_w_ok(a + n) && __CPROVER_same_object(a, a + n), "inside");
#ifdef BAD
    __CPROVER_assert(n > 2 ==> __CPROVER_overflow_plus(n, 1), "no overflow"); // BUG
#endif
    return 0;
}
