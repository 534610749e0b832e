// What every input fulfils is so in all runs of a loop without an end.
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
    for (;;) {
        int x = INPUT;
        assert(x - x == 0);
    }
}
