// A thread that sends itself a signal goes on behind the handler.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
// flags: -DENDS
// expect: TRUE
// flags: -DSTOPS
// expect: UNKNOWN(unsupported: function a signal that stops the program|unsupported: a signal that stops the program)
// flags: -DREAD
// expect: FALSE(null-dereference)
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static volatile sig_atomic_t count, last;
static int *where;
static void handler(int number) {
    count++;
    last = number;
#ifdef READ
    last = *where; // BUG
#endif
}
int main(void) {
    assert(raise(0) == 0 && raise(SIGCHLD) == 0 && raise(SIGWINCH) == 0);
    errno = 0;
    assert(raise(65) == -1 && errno == EINVAL && raise(-1) == -1);
    assert(signal(SIGUSR1, handler) == SIG_DFL);
    assert(raise(SIGUSR1) == 0 && count == 1 && last == SIGUSR1);
    int number = __VERIFIER_nondet_int() ? SIGUSR1 : SIGTERM;
    signal(SIGTERM, handler);
    raise(number);
    assert(count == 2 && last == number);
#ifdef WRONG
    assert(last == SIGUSR1); // BUG
#endif
    assert(signal(SIGTERM, SIG_IGN) == handler);
    raise(SIGTERM);
    assert(count == 2);
#ifdef ENDS
    raise(SIGHUP);
    assert(0);
#elif defined STOPS
    raise(SIGTSTP);
#endif
    return 0;
}
