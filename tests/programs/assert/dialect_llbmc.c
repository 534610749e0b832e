// expect: FALSE(assert)
void __llbmc_assume(int);
void __llbmc_assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __llbmc_assume(x > 4);
    __llbmc_assert(x > 3);
    __llbmc_assert(x > 5); // BUG
    return 0;
}
