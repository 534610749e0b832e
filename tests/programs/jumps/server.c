// A loop that recovers from errors by a jump, proved by induction.
// flags:
// expect: TRUE
#include <setjmp.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf top;
static int errors, served;
static void serve(int x) { if (x == 13) longjmp(top, 1); served = x; }
int main(void) {
    volatile int rounds = 0;
    if (setjmp(top)) errors = 1;
    for (;;) {
        int x = __VERIFIER_nondet_int();
        serve(x);
        assert(served != 13);
    }
}
