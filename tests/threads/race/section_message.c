// Atomic sections are ordered.
// flags: --check race
// expect: TRUE
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x, ready;
static void *one(void *own) {
    x = 1;
    __VERIFIER_atomic_begin();
    ready = 1;
    __VERIFIER_atomic_end();
    return own;
}
static void *two(void *own) {
    __VERIFIER_atomic_begin();
    int there = ready;
    __VERIFIER_atomic_end();
    if (there) x = 2;
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
