// expect: TRUE
#define _GNU_SOURCE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *body(void *unused) {
    struct timespec until = {.tv_sec = 1};
    int error = pthread_mutex_timedlock(&m, &until);
    assert(error == 0 || error == ETIMEDOUT);
    if (error == 0) {
        assert(x == 0);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void) {
    pthread_t t;
    struct timespec bad = {.tv_nsec = 1000000000};
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, body, 0);
    x = 1;
    x = 0;
    assert(pthread_mutex_timedlock(&m, &bad) != 0);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &bad) == 0);
}
