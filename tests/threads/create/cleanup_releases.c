// Handlers give back what a thread holds that ends below them. Kept: one of them does not.
// flags: --check assert,memory,memcleanup,deadlock
// expect: TRUE
// flags: --check assert,memory,memcleanup,deadlock -DKEPT
// expect: FALSE(deadlock)
// flags: --check assert,memory,memcleanup,deadlock -DLOST
// expect: FALSE(memory-not-freed)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void unlock(void *lock) {
#ifndef KEPT
    pthread_mutex_unlock(lock);
#endif
}

static void release(void *memory) {
#ifndef LOST
    free(memory);
#endif
}

static void end_if(int ends) {
    if (ends) pthread_exit((void *)1);
}

static void *worker(void *unused) {
    void *memory = malloc(4);
    pthread_cleanup_push(release, memory);
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    counter++;
    end_if(counter > 1);
    counter++;
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void) {
    pthread_t a, b;
    void *x, *y;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, &x);
    pthread_join(b, &y);
    assert(counter == 3);
    assert((x == 0) != (y == 0));
    return 0;
}
