// Counts the decimal digits of any number; the number of iterations depends on the input.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static int digits(unsigned n) {
    int count = 1;
    while (n >= 10) {
        n /= 10;
        count++;
    }
    return count;
}

int main(void) {
    assert(digits(__VERIFIER_nondet_uint()) <= 10);
    return 0;
}
