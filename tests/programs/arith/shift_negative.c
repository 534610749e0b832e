// expect: FALSE(over-shift)
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 5)
        return 0;
    return 1000 >> n; // BUG
}
