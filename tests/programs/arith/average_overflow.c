// The famous mistake of binary searches.
// expect: FALSE(signed-overflow)
int __VERIFIER_nondet_int(void);
int main(void) {
    int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int();
    if (lo < 0 || hi < lo)
        return 0;
    int mid = (lo + hi) / 2; // BUG
    return mid;
}
