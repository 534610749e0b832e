// flags: --check unsigned-overflow
// expect: FALSE(unsigned-overflow)
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = a + 1u; // BUG
    return b == 7;
}
