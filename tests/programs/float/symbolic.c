// expect: TRUE
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);
float __VERIFIER_nondet_float(void);
int main(void) {
    int i = __VERIFIER_nondet_int();
    double d = i;
    assert(d * 0.5 <= 1073741823.5 && (int)d == i);
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    if (x >= 1 && x <= 2 && y >= 1 && y <= 2) {
        assert(x + y >= 2 && x + y == y + x);
        assert(floorf(x) >= 1 && floorf(x) <= x && ceilf(x) >= x && truncf(x) == floorf(x));
        assert((double)x >= 1 && (float)(double)x == x);
    }
    if (!isnan(x))
        assert(x - x == 0 || isinf(x));
    return 0;
}
