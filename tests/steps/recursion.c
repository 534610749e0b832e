// Recursion up to the bound.
// flags: --encoding steps --check assert --bound 4
// expect: TRUE
// flags: --encoding steps --check assert --bound 4 -D DEEP
// expect: UNKNOWN(bound)
#include <assert.h>

unsigned nondet_unsigned(void);

static unsigned f(unsigned n) { return n == 0 ? 0 : 1 + f(n - 1); }

int main(void) {
#ifdef DEEP
    unsigned n = nondet_unsigned();
#else
    unsigned n = nondet_unsigned() % 4;
#endif
    assert(f(n) == n);
    return 0;
}
