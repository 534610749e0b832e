// Signals that the program sends itself end waits; what others send is not followed.
// expect: TRUE
// flags: -DPAUSES
// expect: UNKNOWN(unsupported: function a wait for a signal of others|unsupported: a wait for a signal of others)
// flags: -DALARMS
// expect: UNKNOWN(unsupported: function a signal handler that a timer calls|unsupported: a signal handler that a timer calls)
// flags: -DTIMER
// expect: UNKNOWN(unsupported: function a signal handler that a timer calls|unsupported: a signal handler that a timer calls)
// flags: -DTHREAD
// expect: UNKNOWN(unsupported: function a signal to another thread|unsupported: a signal to another thread)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
static volatile int count;
static void handler(int number) { count++; }
#ifdef THREAD
static void *run(void *argument) { return argument; }
#endif
int main(void) {
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, &old);
    signal(SIGINT, handler);
    kill(getpid(), SIGINT);
    assert(count == 0);
    errno = 0;
    assert(sigsuspend(&old) == -1 && errno == EINTR && count == 1);
    assert(pthread_kill(pthread_self(), SIGINT) == 0 && count == 1);
    assert(pthread_kill(pthread_self(), 0) == 0 && pthread_kill(pthread_self(), 99) == EINVAL);
    int number = 0;
    assert(sigwait(&set, &number) == 0 && number == SIGINT && count == 1);
    siginfo_t info;
    raise(SIGINT);
    assert(sigwaitinfo(&set, &info) == SIGINT && info.si_signo == SIGINT && info.si_code == SI_USER);
    struct timespec time = {0, 1000};
    assert(sigtimedwait(&set, &info, &time) == -1 && errno == EAGAIN);
    assert(alarm(0) == 0);
#ifdef PAUSES
    pause();
#elif defined ALARMS
    alarm(1);
    signal(SIGALRM, handler);
#elif defined TIMER
    struct itimerval interval = {{0, 0}, {1, 0}};
    signal(SIGALRM, handler);
    setitimer(ITIMER_REAL, &interval, 0);
#elif defined THREAD
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_kill(t, SIGINT);
#endif
    return 0;
}
