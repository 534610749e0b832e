// What C computes with in 32 bits has the values of 8 bits here: the circuits are as small.
// flags: --check assert,overflow
// expect: TRUE
#include <assert.h>
signed char __VERIFIER_nondet_char(void);
static signed char gcd(signed char a, signed char b) {
    if (a < 0) a = -a;
    if (b < 0) b = -b;
    while (b != 0) {
        signed char t = b;
        b = a % b;
        a = t;
    }
    return a;
}
int main(void) {
    signed char x = __VERIFIER_nondet_char(), y = __VERIFIER_nondet_char();
    signed char g = gcd(x, y);
    if (y > 0)
        assert(g <= y);
    return 0;
}
