// What x86 makes of numbers that do not fit.
// flags: --check assert -m 64
// expect: TRUE
// flags: --check assert -m 64 -D WRONG
// expect: FALSE(assert)
// flags: --check assert -m 32
// expect: TRUE
// flags: --check assert -m 32 -D WRONG
// expect: FALSE(assert)
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assert(int);
int main(void) {
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assert((int)x == (int)x);
    if (x != x) {
        __VERIFIER_assert((int)x == -2147483647 - 1);
        __VERIFIER_assert((long long)x == -9223372036854775807LL - 1);
        __VERIFIER_assert((unsigned)x == 0);
#ifdef __x86_64__
        __VERIFIER_assert((unsigned long long)x == 1ULL << 63);
#else
        __VERIFIER_assert((unsigned long long)x == 0);
#endif
    }
    if (x > 1e5 && x < 1e6)
#ifdef WRONG
        __VERIFIER_assert((short)x != -32768); // BUG
#elif defined __x86_64__
        __VERIFIER_assert((short)x == (short)(int)x);
#else
        __VERIFIER_assert((short)x == -32768);
#endif
    if (x == -1.0)
        __VERIFIER_assert((unsigned)x == -1u && (unsigned char)x == 255);
    return 0;
}
