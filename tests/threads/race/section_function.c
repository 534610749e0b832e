// A function is a section by its name.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static int x;
static void __VERIFIER_atomic_add(void) { x++; }
static void *one(void *own) {
    __VERIFIER_atomic_add();
    return own;
}
static void *two(void *own) {
    __VERIFIER_atomic_add();
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
