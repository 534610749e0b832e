// TRUE under sequential consistency (FALSE under TSO). no-data-race: FALSE.
// flags: --engine bmc --check assert --bound 4
// expect: TRUE
// flags: --memory-model tso --check assert
// expect: FALSE(assert)
// flags: --engine bmc --check race --bound 4
// expect: FALSE(race)
#include "common.h"
static int x, y, a, b;
T(p) { x = 1; a = y; return 0; }
T(q) { y = 1; b = x; return 0; }
int main(void) {
    pthread_t t, u;
    MK(t, p, 0); MK(u, q, 0); J(t); J(u);
    assert(a == 1 || b == 1);
    return 0;
}
