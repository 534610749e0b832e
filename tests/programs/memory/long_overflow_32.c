// A long has 32 bits in one data model and 64 in the other.
// flags: -m32
// expect: FALSE(signed-overflow)
// flags: -m64
// expect: TRUE
int __VERIFIER_nondet_int(void);
int main(void) {
    long x = __VERIFIER_nondet_int();
    long y = x + 1; // BUG
    return y == 3;
}
