// A switch with two thresholds.
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
#define HIGH 5
#define LOW 3
#else
extern int __VERIFIER_nondet_int(void);
#define INPUT __VERIFIER_nondet_int()
#define HIGH 100
#define LOW 50
#endif
int main(void) {
    int on = 0;
    for (;;) {
        int x = INPUT;
        if (x > HIGH)
            on = 1;
        else if (x < LOW)
            on = 0;
        assert(!(on && x < LOW));
        assert(on || x <= HIGH);
    }
}
