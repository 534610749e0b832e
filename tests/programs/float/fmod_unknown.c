// The remainder of values that are not known takes too many steps.
// expect: UNKNOWN(unsupported)
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    assert(!(fmod(x, 3) > 3));
    return 0;
}
