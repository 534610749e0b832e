// The product of two ints fits into a long.
// expect: TRUE
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    long p = (long)a * b;
    return p == 15;
}
