// N threads, each with a lock of its own and one that all have. Broken: each counts under its own.
// broken at: 3
// bound: N + 1
#include "growth.h"
#include <pthread.h>

static pthread_mutex_t own[N], all = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *number) {
    pthread_mutex_t *lock = &own[(size_t)number];
    pthread_mutex_lock(lock);
    if (!WRONG) pthread_mutex_lock(&all);
    counter++;
    if (!WRONG) pthread_mutex_unlock(&all);
    pthread_mutex_unlock(lock);
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (size_t i = 0; i < N; i++) {
        pthread_mutex_init(&own[i], 0);
        pthread_create(&threads[i], 0, work, (void *)i);
    }
    for (size_t i = 0; i < N; i++) pthread_join(threads[i], 0);
    assert(counter == N);
    return 0;
}
