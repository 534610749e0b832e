// A function of math.h whose value is not computed is not just any value.
// expect: UNKNOWN(unsupported)
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    if (isfinite(x))
        assert(tanh(x) <= 1);
    return 0;
}
