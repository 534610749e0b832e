// expect: FALSE(shift-base|over-shift)
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -100 || x > 100)
        return 0;
    return x << 1; // BUG
}
