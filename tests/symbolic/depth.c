// Recursion that any input may end.
// flags: --engine symbolic
// expect: TRUE
// flags: --engine symbolic -DNARROW
// expect: TRUE
// flags: --engine explicit -DNARROW
// expect: TRUE
#include <assert.h>

#ifdef NARROW
extern unsigned char __VERIFIER_nondet_uchar(void);
#define INPUT ((__VERIFIER_nondet_uchar() & 7) - 4)
#else
extern int __VERIFIER_nondet_int(void);
#define INPUT __VERIFIER_nondet_int()
#endif
int d(int k) {
    if (k == 8 || INPUT < 0)
        return k;
    return d(k + 1);
}
int main(void) {
    for (;;)
        assert(d(0) <= 8);
}
