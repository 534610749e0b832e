// Not every number has an inverse.
// expect: FALSE(assert)
#include <assert.h>
float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x > 1 && x < 2)
        assert(x * (1 / x) == 1); // BUG
    return 0;
}
