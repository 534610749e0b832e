// Who gets the mutex by trying holds it like any other.
// flags: --check race
// expect: TRUE|UNKNOWN(unsupported: races where threads communicate without order)
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *own) {
    if (pthread_mutex_trylock(&m) == 0) {
        x++;
        pthread_mutex_unlock(&m);
    }
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
