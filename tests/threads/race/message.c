// A message by release and acquire.
// flags: --check race
// expect: TRUE
#include <pthread.h>
#include <stdatomic.h>
static int x;
static atomic_int ready;
static void *one(void *own) {
    x = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return own;
}
static void *two(void *own) {
    if (atomic_load_explicit(&ready, memory_order_acquire)) x = 2;
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
