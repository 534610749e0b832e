// Amounts count modulo 32 for what is promoted to `int`, modulo 64 for wider types.
// flags: --check assert
// expect: TRUE
// flags: --check assert -m 32
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int main(void) {
    unsigned s = __VERIFIER_nondet_uint(), x = __VERIFIER_nondet_uint();
    unsigned char c = x;
    unsigned long long w = x;
    __VERIFIER_assert(x >> s == x >> (s & 31));
    __VERIFIER_assert(c << s == c << s % 32);
    __VERIFIER_assert(w << s == w << (s & 63));
    __VERIFIER_assert((int)x >> s == (int)x >> (s & 31));
    return 0;
}
