// Lengths that are exact, and with infinities and NaNs; with ROUNDED one that is rounded.
// expect: TRUE
// flags: -DFAIL
// expect: FALSE(assert)
// flags: -DROUNDED
// expect: UNKNOWN(unsupported)
#include <assert.h>
#include <complex.h>
#include <math.h>
int main(void) {
    assert(hypot(3, -4) == 5 && hypotf(0.625f, 1.5f) == 1.625f);
    assert(cabs(5 + 12 * I) == 13 && cabsf(-8 + 15 * I) == 17);
    assert(hypot(0, -2.1) == 2.1 && hypot(1e300, 0) == 1e300);
    assert(isinf(hypot(-INFINITY, NAN)) && isnan(hypot(1, NAN)));
#ifdef FAIL
    assert(hypot(20, 21) == 28); // BUG
#endif
#ifdef ROUNDED
    assert(hypot(1, 1) > 1.4);
#endif
    return 0;
}
