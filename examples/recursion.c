// Euclid's algorithm, and exponentiation by squaring, against their plain definitions. Expected: TRUE.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }

static unsigned power(unsigned base, unsigned exponent) {
    if (exponent == 0)
        return 1;
    unsigned half = power(base, exponent / 2);
    return exponent % 2 ? half * half * base : half * half;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() % 16 + 1, b = __VERIFIER_nondet_uchar() % 16 + 1;
    unsigned g = gcd(a, b);
    assert(a % g == 0 && b % g == 0);
    unsigned n = __VERIFIER_nondet_uchar() % 6, product = 1;
    for (unsigned i = 0; i < n; i++)
        product *= 3;
    assert(power(3, n) == product);
    return 0;
}
