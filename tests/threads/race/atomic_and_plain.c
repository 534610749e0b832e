// An atomic write beside a plain read.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static int x;
static void *one(void *own) {
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST); // BUG
    return own;
}
static void *two(void *own) {
    return x ? own : 0; // BUG
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
