// expect: FALSE(signed-overflow)
int __VERIFIER_nondet_int(void);
int main(void) {
    int sum = 2147483000;
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 700)
        return 0;
    sum += x; // BUG
    return sum;
}
