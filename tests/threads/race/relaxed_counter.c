// A relaxed counter that nobody looks at before the end.
// flags: --check race
// expect: TRUE|UNKNOWN(unsupported: races where threads communicate without order)
#include <pthread.h>
#include <stdatomic.h>
static atomic_int count;
static void *one(void *own) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    return own;
}
static void *two(void *own) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
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
