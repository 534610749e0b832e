// A wait with a time that returns 0 was not always signalled.
// expect: FALSE(assert)
// flags: --no-spurious-wakeups
// expect: TRUE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *signals(void *unused) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    struct timespec until = {.tv_sec = 1};
    pthread_create(&t, 0, signals, 0);
    pthread_mutex_lock(&m);
    if (!ready && pthread_cond_timedwait(&c, &m, &until) == 0)
        assert(ready); // BUG
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
}
