// expect: TRUE
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <assert.h>
#include <pthread.h>

int main(void) {
    sem_t s;
    int n;
    struct timespec until = {.tv_sec = 1}, bad = {.tv_nsec = -1};
    assert(sem_init(&s, 0, -1) == -1 && errno == EINVAL);
    assert(sem_init(&s, 0, 2) == 0);
    assert(sem_getvalue(&s, &n) == 0 && n == 2);
    assert(sem_wait(&s) == 0 && sem_trywait(&s) == 0);
    errno = 0;
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&s, &until) == -1 && errno == ETIMEDOUT);
    assert(sem_timedwait(&s, &bad) == -1 && errno == EINVAL);
    assert(sem_clockwait(&s, CLOCK_MONOTONIC, &until) == -1 && errno == ETIMEDOUT);
    sem_post(&s);
    assert(sem_timedwait(&s, &bad) == 0);
    assert(sem_init(&s, 0, INT_MAX) == 0);
    assert(sem_post(&s) == -1 && errno == EOVERFLOW);
}
