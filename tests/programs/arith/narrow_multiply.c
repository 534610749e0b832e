// The product of two unsigned shorts is computed as int.
// expect: FALSE(signed-overflow)
unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
    unsigned short a = __VERIFIER_nondet_ushort();
    unsigned r = a * a; // BUG
    return r == 3;
}
