// The result of trying is not looked at.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *own) {
    pthread_mutex_trylock(&m);
    x++; // BUG
    return own;
}
static void *two(void *own) {
    pthread_mutex_lock(&m);
    x++; // BUG
    pthread_mutex_unlock(&m);
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
