// Readers hold the lock together and do not write.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static int x;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *one(void *own) {
    pthread_rwlock_rdlock(&l);
    int seen = x;
    pthread_rwlock_unlock(&l);
    return seen ? own : 0;
    return own;
}
static void *two(void *own) {
    pthread_rwlock_wrlock(&l);
    x++;
    pthread_rwlock_unlock(&l);
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
