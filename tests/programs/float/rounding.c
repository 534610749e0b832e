// expect: TRUE
#include <assert.h>
#include <fenv.h>
#include <math.h>
int main(void) {
    assert(fesetround(12345) != 0);
    assert(fesetround(FE_TONEAREST) == 0 && fegetround() == FE_TONEAREST);
    assert(nearbyint(12.9) == 13.);
    assert(feclearexcept(FE_ALL_EXCEPT) == 0);
    return 0;
}
