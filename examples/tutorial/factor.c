// Claims that a product of two large primes has no factors: a hard question for any solver.
#include <assert.h>

unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
    unsigned long long a = __VERIFIER_nondet_ulonglong(), b = __VERIFIER_nondet_ulonglong();
    if (a < 2 || b < a || b >> 32 != 0)
        return 0;
    assert(a * b != 1000000016000000063); // 1000000007 * 1000000009
    return 0;
}
