// The largest input so far: two sets of states, one of them with a path.
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
extern unsigned __VERIFIER_nondet_uint(void);
#define INPUT __VERIFIER_nondet_uint()
#endif
int main(void) {
    unsigned m = 0;
    for (;;) {
        unsigned x = INPUT;
        if (x > m)
            m = x;
        assert(m >= x);
    }
}
