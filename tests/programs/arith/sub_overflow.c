// expect: FALSE(signed-overflow)
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x < -5 && y > 0)
        return x - y; // BUG
    return 0;
}
