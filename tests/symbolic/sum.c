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
#else
extern int __VERIFIER_nondet_int(void);
#define INPUT __VERIFIER_nondet_int()
#endif
int main(void) {
    unsigned a = INPUT, b = INPUT, s = a + b;
    for (;;) {
        unsigned t = a;
        a = b;
        b = t;
        if (INPUT) {
            a += 7;
            b -= 7;
        }
        assert(a + b == s);
    }
}
