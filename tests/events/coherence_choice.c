// TRUE. Reads-from alone does not decide it: both coherence orders are open (a closure of rf-forced edges says FALSE).
// flags: --engine bmc --check assert --bound 4
// expect: TRUE
#include "common.h"
static int x, y, f1, f2, g1, g2, a, b, c, d;
T(w1) { x = 1; f1 = 1; return 0; }
T(w2) { x = 2; f2 = 1; return 0; }
T(v1) { y = 1; g1 = 1; return 0; }
T(v2) { y = 2; g2 = 1; return 0; }
T(r1) { __VERIFIER_assume(g1); __VERIFIER_assume(g2); a = x; return 0; }
T(r2) { __VERIFIER_assume(g1); __VERIFIER_assume(g2); b = x; return 0; }
T(s1) { __VERIFIER_assume(f1); __VERIFIER_assume(f2); c = y; return 0; }
T(s2) { __VERIFIER_assume(f1); __VERIFIER_assume(f2); d = y; return 0; }
int main(void) {
    pthread_t t[8];
    MK(t[0], w1, 0); MK(t[1], w2, 0); MK(t[2], v1, 0); MK(t[3], v2, 0);
    MK(t[4], r1, 0); MK(t[5], r2, 0); MK(t[6], s1, 0); MK(t[7], s2, 0);
    for (int i = 0; i < 8; i++) J(t[i]);
    assert(!(a == 1 && b == 2 && c == 1 && d == 2));
    return 0;
}
