// It may time out, and holds the mutex then. The second wait follows the only signal: it ends with its time, or by waking without.
// expect: TRUE
// flags: --no-spurious-wakeups -DONE_SIGNAL
// expect: TRUE
#define _GNU_SOURCE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int inside;

static void *signals(void *unused) {
    pthread_mutex_lock(&m);
    inside = 1;
    pthread_cond_signal(&c);
    inside = 0;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    struct timespec until = {.tv_sec = 1}, bad = {.tv_nsec = -1};
    pthread_create(&t, 0, signals, 0);
    pthread_mutex_lock(&m);
    assert(pthread_cond_timedwait(&c, &m, &bad) == EINVAL);
    int error = pthread_cond_timedwait(&c, &m, &until);
    assert(error == 0 || error == ETIMEDOUT);
    assert(!inside);
    int second = pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &until);
    assert(second == 0 || second == ETIMEDOUT);
#ifdef ONE_SIGNAL
    assert(second == ETIMEDOUT || error == ETIMEDOUT);
#endif
    assert(pthread_mutex_unlock(&m) == 0);
    pthread_join(t, 0);
}
