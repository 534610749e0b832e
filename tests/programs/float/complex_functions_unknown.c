// A function of complex numbers whose value is not computed is not just any value.
// expect: UNKNOWN(unsupported)
#include <assert.h>
#include <complex.h>
int main(void) {
    double complex z = -4;
    assert(cimag(csqrt(z)) == 2);
    return 0;
}
