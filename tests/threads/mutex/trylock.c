// A lock that fails must not be given back.
// expect: FALSE(thread-misuse|assert)
#include <errno.h>
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *body(void *unused) {
    pthread_mutex_trylock(&m);
    pthread_mutex_unlock(&m); // BUG
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    int error = pthread_mutex_trylock(&m);
    assert(error == 0 || error == EBUSY);
    if (error == 0) pthread_mutex_unlock(&m); // BUG
    pthread_join(t, 0);
}
