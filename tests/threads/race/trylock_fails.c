// That the mutex was taken orders nothing: C11 lets mtx_trylock fail for no reason, and POSIX has no order there.
// flags: --check race
// expect: FALSE(race)|UNKNOWN(unsupported: races where threads communicate without order)
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *own) {
    x = 1; // BUG
    pthread_mutex_lock(&m);
    return own;
}
static void *two(void *own) {
    if (pthread_mutex_trylock(&m) != 0) x = 2; // BUG
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
