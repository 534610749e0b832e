// Accesses of different sizes to the same bytes.
// flags: --engine bmc --check assert --bound 4
// expect: TRUE
#include "common.h"
static union { _Atomic unsigned w; _Atomic unsigned char b[4]; } s;
static unsigned seen;
T(p) { s.w = 0x01010101; return 0; }
T(q) { s.b[2] = 7; return 0; }
int main(void) {
    pthread_t t, u;
    MK(t, p, 0); MK(u, q, 0); J(t); J(u);
    unsigned char third = s.b[2], first = s.b[0];
    assert(first == 1 && (third == 7 || third == 1));
    return 0;
}
