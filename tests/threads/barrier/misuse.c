// flags: -DPART=1
// expect: FALSE(thread-misuse)
// flags: -DPART=2
// expect: FALSE(thread-misuse)
// flags: -DPART=3
// expect: TRUE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;

int main(void) {
    pthread_barrierattr_t a;
    int n;
    pthread_barrierattr_init(&a);
    assert(pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_barrierattr_getpshared(&a, &n) == 0 && n == PTHREAD_PROCESS_SHARED);
    if (PART == 1) pthread_barrier_wait(&b); // BUG
    assert(pthread_barrier_init(&b, &a, 0) == EINVAL);
    assert(pthread_barrier_init(&b, &a, 1) == 0);
    pthread_barrierattr_destroy(&a);
    assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
    pthread_barrier_destroy(&b);
    if (PART == 2) pthread_barrier_wait(&b); // BUG
}
