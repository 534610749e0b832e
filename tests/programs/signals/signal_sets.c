// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>
int main(void) {
    sigset_t s, t;
    assert(sigemptyset(&s) == 0 && sigfillset(&t) == 0);
    for (int n = 1; n <= 64; n++) {
        assert(sigismember(&s, n) == 0);
        assert(sigismember(&t, n) == (n != 32 && n != 33));
    }
    assert(sigaddset(&s, SIGINT) == 0 && sigismember(&s, SIGINT) == 1 && sigismember(&s, SIGTERM) == 0);
    assert(sigaddset(&s, 64) == 0 && sigismember(&s, 64) == 1);
    assert(sigdelset(&s, SIGINT) == 0 && sigismember(&s, SIGINT) == 0);
    errno = 0;
    assert(sigaddset(&s, 0) == -1 && errno == EINVAL);
    assert(sigismember(&s, 65) == -1);
    assert(sigprocmask(SIG_BLOCK, &s, 0) == 0 && pthread_sigmask(SIG_SETMASK, &t, 0) == 0);
    assert(sigprocmask(77, &s, 0) == -1 && pthread_sigmask(77, &s, 0) == EINVAL);
    long size = sysconf(_SC_PAGESIZE);
    assert(size >= -1);
#ifdef WRONG
    assert(size > 0); // BUG
#endif
    return 0;
}
