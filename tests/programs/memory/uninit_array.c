// flags: --check uninit
// expect: FALSE(uninitialised)
// flags: --check uninit --memory flat
// expect: FALSE(uninitialised)
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a[200];
    unsigned i = __VERIFIER_nondet_uint() % 200, j = __VERIFIER_nondet_uint() % 200;
    a[i] = 1;
    if (a[j]) // BUG
        return 1;
    return 0;
}
