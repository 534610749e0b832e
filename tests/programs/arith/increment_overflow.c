// expect: FALSE(signed-overflow)
long __VERIFIER_nondet_long(void);
int main(void) {
    long x = __VERIFIER_nondet_long();
    x++; // BUG
    return x != 0;
}
