// Quotient and remainder by shifts and subtractions.
// flags: --bound 9
// expect: TRUE
// flags: --bound 9 -DBUG
// expect: FALSE(assert)
#include "common.h"

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(b != 0);
    unsigned q = 0, r = 0;
    for (int i = 7; i >= 0; i--) {
        r = r << 1 | (a >> i & 1);
        q <<= 1;
        if (FIX(r >= b, r > b)) {
            r -= b;
            q |= 1;
        }
    }
    assert(q == a / b && r == a % b);
    return 0;
}
