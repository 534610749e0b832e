// FALSE. The violation lies in a section whose later assumption fails.
// flags: --engine bmc --check assert --bound 4
// expect: FALSE(assert)
#include "common.h"
static int x;
T(p) { B; assert(x == 0); __VERIFIER_assume(x == 0); E; return 0; }
T(q) { B; x = 1; E; return 0; }
int main(void) {
    pthread_t t, u;
    MK(t, p, 0); MK(u, q, 0); J(t); J(u);
    return 0;
}
