// What signals are blocked is kept with a place, and is as it was after the jump, if that is asked for (POSIX).
// flags: -DKEEP=1
// expect: TRUE
// flags: -DKEEP=0
// expect: FALSE(assert)
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
static sigjmp_buf place;
static void handler(int number) { siglongjmp(place, number); }
int main(void) {
    sigset_t now;
    signal(SIGUSR1, handler);
    if (sigsetjmp(place, KEEP) == 0) raise(SIGUSR1);
    sigprocmask(SIG_BLOCK, 0, &now);
    assert(!sigismember(&now, SIGUSR1)); // BUG
    return 0;
}
