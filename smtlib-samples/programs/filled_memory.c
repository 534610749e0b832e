// Writes into a cleared block of unknown size.
// flags: --bound 5
// expect: TRUE
// flags: --bound 5 -DBUG
// expect: FALSE(assert)
#include "common.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 8 && n <= 100000);
    unsigned char *m = malloc(n);
    memset(m, 0, n);
    unsigned sum = 0;
    for (int i = 0; i < 4; i++) {
        unsigned at = __VERIFIER_nondet_uint();
        __VERIFIER_assume(at < n);
        m[at]++;
    }
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a < b && b < n);
    sum = m[a] + m[b];
    assert(sum <= FIX(4, 3));
    free(m);
    return 0;
}
