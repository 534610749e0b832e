// The handler of SIGABRT runs where abort is called; then the program ends all the same.
// flags: -DRETURNS
// expect: TRUE
// flags: -DRETURNS -DWRONG
// expect: FALSE(assert)
// flags: -DIGNORES
// expect: TRUE
// flags: -DEXITS
// expect: FALSE(assert)
// flags: --check leak -DASSERTS
// expect: UNKNOWN(unsupported: function a handler of a signal of the machine, for what is not checked|unsupported: a handler of a signal of the machine, for what is not checked)
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
static int handled;
static void handler(int number) {
    handled = number;
#ifdef WRONG
    assert(0); // BUG
#endif
#ifdef EXITS
    exit(1);
#endif
}
static void at_end(void) {
    assert(!handled); // BUG
}
int main(void) {
    atexit(at_end);
    sigset_t all;
    sigfillset(&all);
#ifdef IGNORES
    signal(SIGABRT, SIG_IGN);
    raise(SIGABRT);
#else
    signal(SIGABRT, handler);
#endif
    sigprocmask(SIG_BLOCK, &all, 0);
#ifdef ASSERTS
    assert(handled);
#endif
    abort();
    assert(0);
}
