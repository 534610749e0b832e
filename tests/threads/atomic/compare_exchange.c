// expect: TRUE
// reduce: full tau-plus
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>

static atomic_int counter;

static void *increment(void *unused) {
    int seen = counter;
    while (!atomic_compare_exchange_weak(&counter, &seen, seen + 1)) {}
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, increment, 0);
    increment(0);
    pthread_join(t, 0);
    assert(counter == 2);
}
