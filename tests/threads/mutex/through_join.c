// A thread joins one that waits for a mutex of the first.
// expect: FALSE(deadlock)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *body(void *unused) {
    pthread_mutex_lock(&m); // BUG
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0); // BUG
    pthread_mutex_unlock(&m);
}
