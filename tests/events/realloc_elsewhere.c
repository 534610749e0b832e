// What another thread has written is copied when the object grows.
// flags: --engine bmc --check assert,memory --bound 4
// expect: UNKNOWN(unsupported: a block of memory that threads share)
// flags: --check assert,memory --bound 4
// expect: TRUE
#include "common.h"
T(p) { *(int *)arg = 7; return 0; }
int main(void) {
    pthread_t t;
    int *x = calloc(1, sizeof *x);
    if (!x) return 0;
    MK(t, p, x); J(t);
    x = realloc(x, 2 * sizeof *x);
    assert(!x || *x == 7);
    free(x);
    return 0;
}
