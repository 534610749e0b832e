// expect: TRUE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_condattr_t a;
    int n;
    clockid_t clock;
    pthread_condattr_init(&a);
    assert(pthread_condattr_setclock(&a, CLOCK_MONOTONIC) == 0 && pthread_condattr_setclock(&a, 99) == EINVAL);
    assert(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_condattr_getclock(&a, &clock) == 0 && clock == CLOCK_MONOTONIC);
    assert(pthread_condattr_getpshared(&a, &n) == 0 && n == PTHREAD_PROCESS_SHARED);
    pthread_cond_t c;
    assert(pthread_cond_init(&c, &a) == 0);
    pthread_condattr_destroy(&a);
}
