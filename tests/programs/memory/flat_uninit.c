// flags: --memory flat --check uninit
// expect: FALSE(uninitialised)
// flags: --memory objects --check uninit
// expect: FALSE(uninitialised)
int __VERIFIER_nondet_int(void);
int main(void) {
    int x[2];
    if (__VERIFIER_nondet_int())
        x[0] = 1;
    if (x[0] > 0) // BUG
        return 1;
    return 0;
}
