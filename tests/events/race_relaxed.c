// What is told by a relaxed access is in no order.
// flags: --engine bmc --check race
// expect: UNKNOWN(unsupported: races where threads communicate without order)
// flags: --engine bmc --check race -DORDER=__ATOMIC_RELEASE
// expect: TRUE
#include "common.h"
#ifndef ORDER
#define ORDER __ATOMIC_RELAXED
#endif
static int x, flag;
T(tells) {
    x = __VERIFIER_nondet_int();
    __atomic_store_n(&flag, 1, ORDER);
    return 0;
}
int main(void) {
    pthread_t t;
    MK(t, tells, 0);
    int own = __atomic_load_n(&flag, __ATOMIC_ACQUIRE) ? x : 0;
    J(t);
    return own == 5;
}
