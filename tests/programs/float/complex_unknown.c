// A quotient of complex numbers is rounded as the compiler's runtime does it, and is not just any value.
// expect: UNKNOWN(unsupported)
#include <assert.h>
#include <complex.h>
int main(void) {
    volatile double complex a = 1 + 2 * I, b = 1 + I;
    assert(creal(a * b) == -1 && cimag(a * b) == 3);
    assert(creal(a / b) == 1.5);
    return 0;
}
