// Nor are functions of complex numbers.
// expect: UNKNOWN(unsupported)
#include <assert.h>
#include <complex.h>
int main(void) {
    double complex z = 3 + 4 * I;
    assert(cabs(z) == 5);
    return 0;
}
