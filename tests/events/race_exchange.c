// An exchange that fails only reads.
// flags: --engine bmc --check race
// expect: TRUE
// flags: --engine bmc --check race -DMAY
// expect: FALSE(race)
#include "common.h"
static int x = 1;
T(exchanges) {
    int expected = 0;
#ifdef MAY
    expected = __VERIFIER_nondet_int();
#endif
    __atomic_compare_exchange_n(&x, &expected, 7, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    pthread_t t;
    MK(t, exchanges, 0);
    int own = x;
    J(t);
    return own == 7;
}
