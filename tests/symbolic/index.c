// An element of an array that an input chooses.
// flags: --engine symbolic
// expect: TRUE
// flags: --engine symbolic -DNARROW
// expect: TRUE
// flags: --engine explicit -DNARROW
// expect: TRUE
#include <assert.h>

#ifdef NARROW
extern unsigned char __VERIFIER_nondet_uchar(void);
#define INPUT (__VERIFIER_nondet_uchar() & 3)
#else
extern unsigned __VERIFIER_nondet_uint(void);
#define INPUT __VERIFIER_nondet_uint()
#endif
unsigned a[4];
int main(void) {
    for (;;) {
        unsigned i = INPUT % 4, v = INPUT, old = a[(i + 1) % 4];
        a[i] = v;
        assert(a[i] == v && a[(i + 1) % 4] == old);
    }
}
