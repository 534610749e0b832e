// A lock that acquires, and releases when it is given back.
// flags: --check race
// expect: TRUE|UNKNOWN(unsupported: races where threads communicate without order)
#include <pthread.h>
#include <stdatomic.h>
static int x;
static atomic_flag held = ATOMIC_FLAG_INIT;
static void *one(void *own) {
    while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire)) {
    }
    x++;
    atomic_flag_clear_explicit(&held, memory_order_release);
    return own;
}
static void *two(void *own) {
    while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire)) {
    }
    x++;
    atomic_flag_clear_explicit(&held, memory_order_release);
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
