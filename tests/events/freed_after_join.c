// What a thread uses is freed when it has been joined, or before.
// flags: --engine bmc --bound 4
// expect: TRUE
// flags: --engine bmc --bound 4 -D EARLY
// expect: FALSE(use-after-free)
#include "common.h"
T(p) { *(int *)arg = __VERIFIER_nondet_int(); return 0; }
int main(void) {
    pthread_t t;
    int *x = malloc(sizeof *x);
    MK(t, p, x);
#ifdef EARLY
    free(x); J(t);
#else
    J(t); free(x);
#endif
    return 0;
}
