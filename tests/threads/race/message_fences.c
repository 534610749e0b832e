// Fences order what relaxed accesses tell.
// flags: --check race
// expect: TRUE|UNKNOWN(unsupported: races where threads communicate without order)
#include <pthread.h>
#include <stdatomic.h>
static int x;
static atomic_int ready;
static void *one(void *own) {
    x = 1;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return own;
}
static void *two(void *own) {
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        x = 2;
    }
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
