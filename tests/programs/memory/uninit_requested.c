// flags: --check uninit
// expect: FALSE(uninitialised)
int __VERIFIER_nondet_int(void);
int main(void) {
    int x;
    if (__VERIFIER_nondet_int())
        x = 1;
    if (x > 0) // BUG
        return 1;
    return 0;
}
