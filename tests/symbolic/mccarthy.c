// Nested recursion.
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
#define INPUT (94 + (__VERIFIER_nondet_uchar() & 7))
#else
extern int __VERIFIER_nondet_int(void);
#define INPUT __VERIFIER_nondet_int()
#endif
extern void __VERIFIER_assume(int);
int f(int n) {
    if (n > 100)
        return n - 10;
    return f(f(n + 11));
}
int main(void) {
    int n = INPUT;
    __VERIFIER_assume(n >= 60 && n <= 101);
    assert(f(n) == 91);
}
