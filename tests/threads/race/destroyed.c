// A mutex is destroyed beside its use.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static pthread_mutex_t m;
static void *one(void *own) {
    pthread_mutex_lock(&m); // BUG
    pthread_mutex_unlock(&m);
    return own;
}
static void *two(void *own) {
    pthread_mutex_destroy(&m); // BUG
    return own;
}
int main(void) {
    pthread_t a, b;
    pthread_mutex_init(&m, 0);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
