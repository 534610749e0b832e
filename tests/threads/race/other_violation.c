// The check for races alone: the assertion may fail.
// flags: --check race
// expect: TRUE
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int x;
static void *one(void *own) {
    x = 1;
    return own;
}
static void *two(void *own) {
    assert(!x);
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
