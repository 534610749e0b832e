// A count under a mutex says who frees.
// flags: --check race
// expect: TRUE
#include <pthread.h>
#include <stdlib.h>
static int *p, users = 2;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void leave(void) {
    pthread_mutex_lock(&m);
    int last = --users == 0;
    pthread_mutex_unlock(&m);
    if (last) free(p);
}
static void *one(void *own) {
    p[0] = 1;
    leave();
    return own;
}
static void *two(void *own) {
    p[1] = 2;
    leave();
    return own;
}
int main(void) {
    pthread_t a, b;
    p = calloc(2, sizeof *p);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
