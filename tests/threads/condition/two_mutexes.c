// Waits at one time are with one mutex.
// expect: FALSE(thread-misuse)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *waits(void *with) {
    pthread_mutex_lock(with);
    pthread_cond_wait(&c, with); // BUG
    pthread_mutex_unlock(with);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waits, &m);
    waits(&n);
}
