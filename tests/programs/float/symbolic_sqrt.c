// expect: TRUE
#include <assert.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x >= 4 && x <= 16) {
        float r = sqrtf(x);
        assert(r >= 2 && r <= 4);
    }
    assert(!(fmaxf(x, 1) < 1) && !(fminf(x, 1) > 1));
    return 0;
}
