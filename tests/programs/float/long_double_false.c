// flags: -m64
// expect: FALSE(assert)
// A sum in x87's format is rounded.
#include <assert.h>
long double __VERIFIER_nondet_long_double(void);
int main(void) {
    long double x = __VERIFIER_nondet_long_double();
    if (x > 1 && x < 0x1p70L)
        assert(x + 1 > x); // BUG
    return 0;
}
