// Two cells whose sum stays; they are sums of inputs themselves.
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
#define CUT(n) ((n) & 7)
#else
extern int __VERIFIER_nondet_int(void);
#define INPUT __VERIFIER_nondet_int()
#define CUT(n) (n)
#endif
int main(void) {
    unsigned a = INPUT, b = INPUT, s = CUT(a + b);
    for (;;) {
        unsigned t = a;
        a = b;
        b = t;
        if (INPUT) {
            a = CUT(a + 7);
            b = CUT(b - 7);
        }
        assert(CUT(a + b) == s);
    }
}
