// A store that releases nothing.
// flags: --check race
// expect: FALSE(race)|UNKNOWN(unsupported: races where threads communicate without order)
#include <pthread.h>
#include <stdatomic.h>
static int x;
static atomic_int ready;
static void *one(void *own) {
    x = 1; // BUG
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return own;
}
static void *two(void *own) {
    if (atomic_load_explicit(&ready, memory_order_acquire)) x = 2; // BUG
    return own;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
