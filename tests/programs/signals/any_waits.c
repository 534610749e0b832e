// A wait ends when a handler has run, or with the signal that is waited for.
// flags: --signals any --engine explicit
// expect: TRUE
// flags: --signals any -DRACE
// expect: FALSE(assert)
// flags: --signals any -DWRONG
// expect: FALSE(assert)
// flags: --signals any --check termination
// expect: ERROR(termination)
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>
static volatile int ready;
static void handler(int number) { ready = number; }
int main(void) {
    sigset_t set, old;
    signal(SIGALRM, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigaddset(&set, SIGTERM);
#ifdef RACE
    alarm(1);
    if (!ready) {
        ready = 0;
        pause();
        assert(ready);
        ready = 0;
        int twice = ready;
        assert(!twice); // BUG
    }
    return 0;
#endif
    sigprocmask(SIG_BLOCK, &set, &old);
    alarm(1);
    while (!ready) assert(sigsuspend(&old) == -1 && errno == EINTR);
    assert(ready == SIGALRM);
    int number;
    sigwait(&set, &number);
    assert(number == SIGALRM || number == SIGTERM);
#ifdef WRONG
    assert(number == SIGALRM); // BUG
#endif
    return 0;
}
