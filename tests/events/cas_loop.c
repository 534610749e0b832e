// TRUE. A failed exchange changes a register, not memory: the loop ends because others' successes are bounded.
// flags: --engine bmc --check assert --bound 4
// expect: TRUE
#include "common.h"
#include <stdatomic.h>
static atomic_int x;
T(p) { int old = x; while (!atomic_compare_exchange_strong(&x, &old, old + 1)) ; return 0; }
int main(void) {
    pthread_t t, u, v;
    MK(t, p, 0); MK(u, p, 0); MK(v, p, 0); J(t); J(u); J(v);
    assert(x == 3);
    return 0;
}
