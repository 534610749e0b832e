// An exchange that fails is a read.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static int x;
static void *one(void *own) {
    int wanted = 1;
    __atomic_compare_exchange_n(&x, &wanted, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return own;
}
static void *two(void *own) {
    return x ? own : 0;
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
