// Atomic accesses, but not in one.
// expect: FALSE(assert)
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>

static atomic_int counter;

static void *increment(void *unused) {
    atomic_store(&counter, atomic_load(&counter) + 1);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, increment, 0);
    increment(0);
    pthread_join(a, 0);
    assert(counter == 2); // BUG
}
