// The value is written after the mutex is given back.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static int x, ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *one(void *own) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    x = 1; // BUG
    return own;
}
static void *two(void *own) {
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    x = 2; // BUG
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
