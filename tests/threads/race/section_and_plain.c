// An atomic section beside a plain access.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x, y;
static void *one(void *own) {
    __VERIFIER_atomic_begin();
    y = 1;
    x++; // BUG
    __VERIFIER_atomic_end();
    return own;
}
static void *two(void *own) {
    x++; // BUG
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
