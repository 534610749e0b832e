// Rounding modes other than to nearest are not followed: their results are not those of rounding to nearest.
// expect: UNKNOWN(unsupported)
#include <assert.h>
#include <fenv.h>
#include <math.h>
int main(void) {
    fesetround(FE_DOWNWARD);
    assert(nearbyint(12.9) == 13.);
    return 0;
}
