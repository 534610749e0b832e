// Wide inputs decide which elements two threads write.
// flags: --engine bmc --check assert --bound 4
// expect: TRUE
// flags: --engine bmc --check race --bound 4
// expect: TRUE
// flags: --engine bmc --check race --bound 4 -DRACE
// expect: FALSE(race)
#include "common.h"
static int a[1000];
static unsigned i, j;
T(p) { a[i] = 1; return 0; }
T(q) { a[j] = 2; return 0; }
int main(void) {
    pthread_t t, u;
    i = __VERIFIER_nondet_uint(); j = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 1000 && j < 1000);
#ifndef RACE
    __VERIFIER_assume((i ^ j) & 1);
#endif
    MK(t, p, 0); MK(u, q, 0); J(t); J(u);
    assert(a[i] == 1 || i == j);
    return 0;
}
