// expect: FALSE(division-overflow|signed-overflow)
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
    if (d == 0)
        return 0;
    return a / d; // BUG
}
