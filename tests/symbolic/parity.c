// Recursion to a depth that an input determines.
// flags: --engine symbolic --visited none
// expect: TRUE
// flags: --engine symbolic
// expect: TRUE
// flags: --engine symbolic -DNARROW
// expect: TRUE
// flags: --engine explicit -DNARROW
// expect: TRUE
#include <assert.h>

#ifdef NARROW
extern unsigned char __VERIFIER_nondet_uchar(void);
#define INPUT (__VERIFIER_nondet_uchar() & 7)
#else
extern unsigned char __VERIFIER_nondet_uchar(void);
#define INPUT __VERIFIER_nondet_uchar()
#endif
int even(unsigned char);
int odd(unsigned char n) { return n == 0 ? 0 : even(n - 1); }
int even(unsigned char n) { return n == 0 ? 1 : odd(n - 1); }
int main(void) {
    unsigned char n = INPUT;
    assert(even(n) == !(n & 1));
}
