// A recursive mutex is held until the last unlock.
// flags: --check race
// expect: TRUE
#define _GNU_SOURCE
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void *one(void *own) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return own;
}
static void *two(void *own) {
    pthread_mutex_lock(&m);
    x++;
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
