// flags: --check assert --undefined any
// expect: FALSE(assert)
// flags: --check assert
// expect: TRUE
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assert(int);
int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assert((int)x == (int)x); // BUG
    return 0;
}
