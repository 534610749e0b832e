// A handler is given back.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int called;
static void count(int number) { called = number; }
int main(void) {
    assert(signal(SIGINT, count) == SIG_DFL);
    assert(signal(SIGINT, SIG_IGN) == count);
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = count;
    assert(sigaction(SIGTERM, &a, 0) == 0 && signal(SIGTERM, SIG_DFL) == count);
    errno = 0;
    assert(signal(SIGKILL, count) == SIG_ERR && errno == EINVAL);
    assert(signal(32, count) == SIG_ERR && signal(SIGINT, SIG_ERR) == SIG_ERR);
    assert(sigaction(65, &a, 0) == -1);
    assert(kill(getpid(), 0) == 0 && getpid() == getpid());
    psignal(SIGINT, "signal");
#ifdef WRONG
    assert(kill(getpid() == 1 ? 2 : 1, SIGINT) == 0); // BUG
#endif
    return 0;
}
