// exit ends all threads, also those that wait.
// expect: TRUE
#include <stdlib.h>
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *unused) {
    pthread_mutex_lock(&m);
    assert(0);
    return unused;
}

static void *ends(void *unused) {
    exit(0);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_lock(&m);
    pthread_create(&a, 0, waits, 0);
    pthread_create(&b, 0, ends, 0);
    pthread_join(b, 0);
    assert(0);
}
