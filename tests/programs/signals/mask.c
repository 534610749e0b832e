// What is blocked waits until it is unblocked; the signal of a handler is blocked while that runs.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
// flags: -DORDER
// expect: FALSE(assert)
// flags: -DTWICE
// expect: UNKNOWN(unsupported: function a real-time signal that is pending twice|unsupported: a real-time signal that is pending twice)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
static volatile sig_atomic_t count, depth, deepest, first;
static void handler(int number) {
    if (++depth > deepest) deepest = depth;
    if (first == 0) first = number;
    if (count++ == 0) raise(number);
    depth--;
}
int main(void) {
    sigset_t set, old, now;
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = handler;
    assert(sigaction(SIGUSR1, &a, 0) == 0);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    sigaddset(&set, SIGKILL);
    assert(sigprocmask(SIG_BLOCK, &set, &old) == 0 && sigisemptyset(&old));
    raise(SIGUSR1);
    raise(SIGUSR1);
    assert(count == 0);
    assert(sigpending(&now) == 0 && sigismember(&now, SIGUSR1) && !sigismember(&now, SIGUSR2));
    assert(pthread_sigmask(SIG_SETMASK, 0, &now) == 0 && sigismember(&now, SIGUSR2) && !sigismember(&now, SIGKILL));
    assert(sigprocmask(SIG_SETMASK, &old, 0) == 0);
    assert(count == 2 && deepest == 1);
#ifdef WRONG
    assert(count != 2); // BUG
#endif
    sigpending(&now);
    assert(sigisemptyset(&now));
    // Only with this flag a handler interrupts itself.
    count = 0;
    a.sa_flags = SA_NODEFER;
    sigaction(SIGUSR1, &a, 0);
    raise(SIGUSR1);
    assert(count == 2 && deepest == 2);
    // A mask of its own.
    a.sa_flags = 0;
    sigaddset(&a.sa_mask, SIGUSR1);
    sigaction(SIGUSR2, &a, 0);
    raise(SIGUSR2);
    // Ignoring forgets what is pending.
    sigprocmask(SIG_BLOCK, &set, 0);
    raise(SIGUSR2);
    signal(SIGUSR2, SIG_IGN);
    signal(SIGUSR2, handler);
    first = 0;
    sigprocmask(SIG_UNBLOCK, &set, 0);
    assert(first == 0);
    // Which of several comes first is left open.
    sigprocmask(SIG_BLOCK, &set, 0);
    raise(SIGUSR1);
    raise(SIGUSR2);
    sigprocmask(SIG_UNBLOCK, &set, 0);
#ifdef ORDER
    assert(first == SIGUSR1); // BUG
#endif
    assert(first == SIGUSR1 || first == SIGUSR2);
#ifdef TWICE
    sigaddset(&set, SIGRTMIN);
    sigprocmask(SIG_BLOCK, &set, 0);
    raise(SIGRTMIN);
    raise(SIGRTMIN);
#endif
    return 0;
}
