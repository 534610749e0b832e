// An atomic section that looks first does not race with what was written before it was told.
// flags: --engine bmc --check race
// expect: TRUE
// flags: --engine bmc --check race -DLATE
// expect: FALSE(race)
#include "common.h"
static int x, ready;
void __VERIFIER_atomic_tell(void) { ready = 1; }
void __VERIFIER_atomic_use(void) { if (ready) x++; }
T(tells) {
    int k = __VERIFIER_nondet_int();
#ifdef LATE
    __VERIFIER_atomic_tell();
    x = k;
#else
    x = k;
    __VERIFIER_atomic_tell();
#endif
    return 0;
}
int main(void) {
    pthread_t t;
    MK(t, tells, 0);
    __VERIFIER_atomic_use();
    J(t);
    return 0;
}
