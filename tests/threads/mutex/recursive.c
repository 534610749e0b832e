// expect: TRUE
// flags: -m32
// expect: TRUE
#define _GNU_SOURCE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *body(void *unused) {
    assert(pthread_mutex_trylock(&m) == EBUSY && pthread_mutex_unlock(&m) == EPERM);
    return unused;
}

int main(void) {
    pthread_t t;
    assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == 0 && pthread_mutex_trylock(&m) == 0);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
    assert(pthread_mutex_unlock(&m) == 0 && pthread_mutex_unlock(&m) == EPERM);
}
