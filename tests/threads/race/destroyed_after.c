// A mutex is destroyed by the last one to use it.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static int done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *own) {
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    return own;
}
static void *two(void *own) {
    pthread_mutex_lock(&m);
    int last = done;
    pthread_mutex_unlock(&m);
    if (last) pthread_mutex_destroy(&m);
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
