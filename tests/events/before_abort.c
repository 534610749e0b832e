// FALSE. The other thread may run between the store and the end of the program.
// flags: --engine bmc --check assert --bound 4
// expect: FALSE(assert)
#include "common.h"
static int x;
T(p) { x = 1; abort(); return 0; }
T(q) { assert(x == 0); return 0; }
int main(void) {
    pthread_t t, u;
    MK(t, p, 0); MK(u, q, 0); J(t); J(u);
    return 0;
}
