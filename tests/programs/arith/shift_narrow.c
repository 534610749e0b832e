// The shifted operand is promoted to int: 20 is less than 32.
// expect: TRUE
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int r = c << 20;
    assert(r >> 20 == c);
    return 0;
}
