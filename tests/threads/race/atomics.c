// Atomic accesses do not race.
// flags: --check race
// expect: TRUE
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *one(void *own) {
    atomic_store(&x, 1);
    return own;
}
static void *two(void *own) {
    atomic_fetch_add(&x, 1);
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
