// Functions of math.h whose results the formats fix, on values that are not known.
// flags: -m64
// expect: TRUE
// flags: -m32
// expect: TRUE
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    int exponent;
    float fraction = frexpf(x, &exponent);
    if (isfinite(x) && x != 0) {
        assert(fabsf(fraction) >= 0.5f && fabsf(fraction) < 1 && ldexpf(fraction, exponent) == x);
        assert(ilogbf(x) == exponent - 1 && logbf(x) == exponent - 1);
        assert(nextafterf(x, INFINITY) > x && nextafterf(x, -INFINITY) < x);
    }
    return 0;
}
