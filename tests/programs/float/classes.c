// glibc's functions behind the macros of math.h.
// expect: TRUE
#include <assert.h>
#include <math.h>
extern int __fpclassifyf(float), __fpclassify(double), __fpclassifyl(long double);
extern int __isnan(double), __isinf(double), __finite(double), __signbit(double), __isinff(float);
int main(void) {
    volatile float subnormal = 0x1.fffffcp-127f;
    assert(__fpclassifyf(subnormal) == FP_SUBNORMAL && fpclassify(subnormal) == FP_SUBNORMAL);
    assert(__fpclassify(1.0) == FP_NORMAL && __fpclassify(-0.0) == FP_ZERO);
    assert(__fpclassify(INFINITY) == FP_INFINITE && __fpclassify(NAN) == FP_NAN);
    assert(__fpclassifyl(1.0L) == FP_NORMAL);
    assert(__isnan(NAN) && !__isnan(1) && __isinf(-INFINITY) == -1 && __isinff(INFINITY) == 1 && !__isinf(1));
    assert(__finite(1) && !__finite(NAN) && __signbit(-0.0) && !__signbit(0.0));
    assert(fdim(3, 1) == 2 && fdim(1, 3) == 0 && isnan(fdim(NAN, 1)) && isnan(nan("")));
    return 0;
}
