// flags: --check memory
// expect: FALSE(invalid-write)
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4];
    int *p = a;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100)
        return 0;
    p += n;
    if (n == 5)
        *p = 1; // BUG
    return 0;
}
