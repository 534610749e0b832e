// Three inputs one after the other; only some lead to the violation.
// flags: --engine symbolic --visited none
// expect: FALSE(assert)
// flags: --engine symbolic
// expect: FALSE(assert)
// flags: --engine symbolic -DNARROW
// expect: FALSE(assert)
// flags: --engine explicit -DNARROW
// expect: FALSE(assert)
#include <assert.h>

#ifdef NARROW
extern unsigned char __VERIFIER_nondet_uchar(void);
#define INPUT (__VERIFIER_nondet_uchar() & 7)
#define THIRD 3
#else
extern unsigned __VERIFIER_nondet_uint(void);
#define INPUT __VERIFIER_nondet_uint()
#define THIRD 41
#endif
int main(void) {
    unsigned p = 0, q = 0;
    for (;;) {
        unsigned x = INPUT;
        assert(!(x == p + 1 && p == q + 1 && q == THIRD)); // BUG
        q = p;
        p = x;
    }
}
