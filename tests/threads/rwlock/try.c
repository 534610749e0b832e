// expect: TRUE
#define _GNU_SOURCE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l;
static struct timespec until = {.tv_sec = 1}, bad = {.tv_nsec = -1};

static void *read_held(void *unused) {
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&l, &until) == ETIMEDOUT);
    assert(pthread_rwlock_timedwrlock(&l, &bad) == EINVAL);
    return unused;
}

static void *write_held(void *unused) {
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
    assert(pthread_rwlock_timedrdlock(&l, &until) == ETIMEDOUT);
    assert(pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, &until) == ETIMEDOUT);
    assert(pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &until) == ETIMEDOUT);
    return unused;
}

int main(void) {
    pthread_t t;
    assert(pthread_rwlock_init(&l, 0) == 0);
    assert(pthread_rwlock_rdlock(&l) == 0 && pthread_rwlock_rdlock(&l) == 0);
    pthread_create(&t, 0, read_held, 0);
    pthread_join(t, 0);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    assert(pthread_rwlock_wrlock(&l) == 0);
    assert(pthread_rwlock_rdlock(&l) == EDEADLK && pthread_rwlock_wrlock(&l) == EDEADLK);
    pthread_create(&t, 0, write_held, 0);
    pthread_join(t, 0);
    pthread_rwlock_unlock(&l);
}
