// expect: FALSE(array-bounds|invalid-read)
int __VERIFIER_nondet_int(void);
int main(void) {
    char a[4] = {1, 2, 3, 4};
    int n = __VERIFIER_nondet_int();
    if (n < -1 || n > 3)
        return 0;
    return a[n]; // BUG
}
