// The machine sends signals for what is undefined: that is a violation, or what follows is not known.
// expect: FALSE(division-by-zero)
// flags: --check assert
// expect: UNKNOWN(unsupported: function a handler of a signal of the machine, for what is not checked|unsupported: a handler of a signal of the machine, for what is not checked)
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void handler(int number) {
    assert(0);
}
int main(void) {
    signal(SIGFPE, handler);
    return 1 / __VERIFIER_nondet_int(); // BUG
}
