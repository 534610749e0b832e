// A handler is given back; those that run by themselves are not followed.
// expect: TRUE
// flags: -DALARMS
// expect: UNKNOWN(unsupported: function a signal handler that alarm calls|unsupported: a signal handler that alarm calls)
// flags: -DALARMED
// expect: UNKNOWN(unsupported: function a signal handler that alarm calls|unsupported: a signal handler that alarm calls)
// flags: -DABORTS
// expect: UNKNOWN(unsupported: function a signal handler that abort calls|unsupported: a signal handler that abort calls)
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
    assert(sigaction(65, &a, 0) == -1);
#ifdef ALARMS
    signal(SIGALRM, count);
    alarm(1);
    while (!called) sleep(1);
#elif defined ALARMED
    alarm(1);
    sigaction(SIGALRM, &a, 0);
#elif defined ABORTS
    signal(SIGABRT, count);
    abort();
#endif
    alarm(0);
    return 0;
}
