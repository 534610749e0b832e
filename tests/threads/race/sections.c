// Accesses in atomic sections are atomic.
// flags: --check race
// expect: TRUE
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x;
static void *one(void *own) {
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    return own;
}
static void *two(void *own) {
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
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
