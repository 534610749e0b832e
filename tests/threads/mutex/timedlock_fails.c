// It may time out.
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *body(void *unused) {
    struct timespec until = {.tv_sec = 1};
    assert(pthread_mutex_timedlock(&m, &until) == 0); // BUG
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, body, 0);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
}
