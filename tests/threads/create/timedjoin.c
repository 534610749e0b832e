// expect: TRUE
#define _GNU_SOURCE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *body(void *unused) {
    pthread_mutex_lock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    struct timespec until = {.tv_sec = 1};
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, body, 0);
    assert(pthread_timedjoin_np(t, 0, &until) == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
}
