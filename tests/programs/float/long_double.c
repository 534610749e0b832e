// x87's format on values that are not known.
// flags: -m64
// expect: TRUE
// flags: -m32
// expect: TRUE
#include <assert.h>
#include <math.h>
long double __VERIFIER_nondet_long_double(void);
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    long double x = n;
    assert((int)x == n && x + 1 > x && floorl(x / 2) <= x / 2);
    double d = __VERIFIER_nondet_double();
    if (!isnan(d)) assert((double)(long double)d == d);
    long double y = __VERIFIER_nondet_long_double();
    if (y > 1 && y < 1000) assert(truncl(y) <= y && ceill(y) >= y && fabsl(-y) == y && y * 2 > y);
    return 0;
}
