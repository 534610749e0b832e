// expect: FALSE(array-bounds|invalid-write)
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 6)
        return 0;
    int a[n];
    a[n] = 0; // BUG
    return 0;
}
