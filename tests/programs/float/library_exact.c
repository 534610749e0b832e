// Functions of math.h that are calls and not intrinsics, on values that are not known.
// expect: TRUE
// flags: -m64
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    assert(fmodf(7.5f, 2) == 1.5f && fmod(-7.5, 2) == -1.5);
    assert(!(fmaxf(x, 1) < 1) && !(fminf(x, 1) > 1));
    if (x > -1000 && x < 1000) {
        assert(lroundf(x) >= -1000 && lroundf(x) <= 1000 && rintf(x) == nearbyintf(x));
    }
    return 0;
}
