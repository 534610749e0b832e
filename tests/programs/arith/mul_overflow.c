// expect: FALSE(signed-overflow)
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 50000)
        return x * x; // BUG
    return 0;
}
