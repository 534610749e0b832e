// TRUE. A section in which an assumption fails is never seen from outside.
// flags: --engine bmc --check assert --bound 4
// expect: TRUE
#include "common.h"
static int x, y;
T(p) { B; x = 1; __VERIFIER_assume(y == 1); x = 0; E; return 0; }
T(q) { B; int seen = x; E; assert(seen == 0); return 0; }
int main(void) {
    pthread_t t, u;
    MK(t, p, 0); MK(u, q, 0); J(t); J(u);
    return 0;
}
