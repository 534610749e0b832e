// Two threads add one to a counter N times, each time under a mutex. Broken: one of them does not lock.
// broken at: 3
// bound: N + 1
#include "growth.h"
#include <pthread.h>

static int counter;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        counter++;
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

static void *second(void *unused) {
    for (int i = 0; i < N; i++) {
        if (!WRONG) pthread_mutex_lock(&mutex);
        counter++;
        if (!WRONG) pthread_mutex_unlock(&mutex);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2 * N);
    return 0;
}
