// A message by the default order.
// flags: --check race
// expect: TRUE
#include <pthread.h>
#include <stdatomic.h>
static int x;
static atomic_int ready;
static void *one(void *own) {
    x = 1;
    ready = 1;
    return own;
}
static void *two(void *own) {
    if (ready) x = 2;
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
