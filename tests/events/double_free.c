// The test and the free are not one step.
// flags: --engine bmc --bound 4
// expect: FALSE(double-free)
#include "common.h"
static int *_Atomic g;
T(p) { int *q = g; if (q) { g = 0; free(q); } return 0; }
int main(void) {
    pthread_t t, u;
    g = malloc(sizeof(int));
    MK(t, p, 0); MK(u, p, 0); J(t); J(u);
    return 0;
}
