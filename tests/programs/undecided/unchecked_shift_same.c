// The same at each evaluation, unless any value is asked for.
// flags: --check assert
// expect: TRUE
// flags: --check assert -m 32
// expect: TRUE
// flags: --check assert --memory flat
// expect: TRUE
// flags: --check assert --undefined any
// expect: FALSE(assert)
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int main(void) {
    unsigned s = __VERIFIER_nondet_uint();
    __VERIFIER_assert((50 >> s) == (50 >> s)); // BUG
    int zero = 0;
    __VERIFIER_assert(zero << s == 0); // BUG
    return 0;
}
