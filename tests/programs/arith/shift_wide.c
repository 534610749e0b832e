// expect: FALSE(over-shift)
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 32)
        return 0;
    return (int)(1u << n); // BUG
}
