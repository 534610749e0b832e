// The signal may come before the wait: nothing wakes the waiter any more.
// expect: FALSE(deadlock)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *signals(void *unused) {
    pthread_cond_signal(&c);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, signals, 0);
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m); // BUG
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
}
