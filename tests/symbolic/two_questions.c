// Two decisions have a case in common: what is remembered of one is no answer to the other.
// flags: --engine symbolic
// expect: FALSE(assert)
// flags: --engine explicit
// expect: FALSE(assert)
// flags: --engine symbolic -DOTHER
// expect: TRUE
// flags: --engine explicit -DOTHER
// expect: TRUE
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int y = 0;
    if (x == 0)
        y = 1;
    switch (x) {
    case 0:
        y = 2;
        break;
    case 1:
#ifdef OTHER
        assert(x == 1);
#endif
        y = 3;
        break;
    case 2:
#ifndef OTHER
        assert(0); // BUG
#endif
        break;
    }
    return y;
}
