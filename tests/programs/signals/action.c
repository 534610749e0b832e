// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
// flags: -DCONTEXT
// expect: UNKNOWN(unsupported: the extent of __bmc_signal_context, which is only declared|unsupported: a variable that is only declared decides)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>
static int count, value;
static pid_t sender;
static void with_information(int number, siginfo_t *info, void *context) {
    assert(number == info->si_signo);
    assert(info->si_code == SI_TKILL || info->si_code == SI_USER || info->si_code == SI_QUEUE);
    sender = info->si_pid;
    if (info->si_code == SI_QUEUE) value = info->si_value.sival_int;
    count += info->si_code == SI_USER ? 10 : 1;
#ifdef CONTEXT
    if (sigismember(&((ucontext_t *)context)->uc_sigmask, SIGINT)) count = 0;
#endif
}
static void plain(int number) { count += 100; }
int main(void) {
    struct sigaction a, old;
    memset(&a, 0, sizeof a);
    a.sa_sigaction = with_information;
    a.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaddset(&a.sa_mask, SIGINT);
    assert(sigaction(SIGUSR1, &a, &old) == 0 && old.sa_handler == SIG_DFL && old.sa_flags == 0);
    raise(SIGUSR1);
    assert(count == 1 && sender == getpid());
    assert(kill(getpid(), SIGUSR1) == 0);
    assert(count == 11 && sender == getpid());
    union sigval v = {.sival_int = 42};
    assert(sigqueue(getpid(), SIGUSR1, v) == 0 && count == 12 && value == 42);
    assert(sigaction(SIGUSR1, 0, &old) == 0);
    assert(old.sa_sigaction == with_information && (old.sa_flags & (SA_SIGINFO | SA_RESTART)) == (SA_SIGINFO | SA_RESTART));
    assert(sigismember(&old.sa_mask, SIGINT) && !sigismember(&old.sa_mask, SIGHUP));
    // Once only.
    a.sa_handler = plain;
    a.sa_flags = SA_RESETHAND;
    sigaction(SIGURG, &a, 0);
    raise(SIGURG);
    raise(SIGURG);
    assert(count == 112);
    assert(signal(SIGURG, plain) == SIG_DFL);
    sigaction(SIGURG, 0, &old);
    assert(old.sa_handler == plain && old.sa_flags & SA_RESTART);
    errno = 0;
    assert(sigaction(SIGKILL, &a, 0) == -1 && errno == EINVAL && sigaction(SIGKILL, 0, &old) == 0);
    assert(sigaction(0, &a, 0) == -1 && sigaction(65, 0, 0) == -1);
#ifdef WRONG
    assert(count != 112); // BUG
#endif
    return 0;
}
