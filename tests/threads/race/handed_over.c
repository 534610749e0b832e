// A flag under the mutex says that the value is there.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static int x, ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *own) {
    x = 1;
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    return own;
}
static void *two(void *own) {
    pthread_mutex_lock(&m);
    int there = ready;
    pthread_mutex_unlock(&m);
    if (there) x = 2;
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
