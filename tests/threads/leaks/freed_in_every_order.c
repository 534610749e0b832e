// flags: --check leak,memory
// expect: TRUE
// flags: --check memcleanup,memory
// expect: TRUE
#include <pthread.h>
#include <stdlib.h>
static int *q;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *unused) {
    pthread_mutex_lock(&m);
    if (!q) q = malloc(4);
    *q = 1;
    pthread_mutex_unlock(&m);
    return unused;
}
static void *second(void *unused) {
    pthread_mutex_lock(&m);
    free(q);
    q = 0;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    free(q);
    return 0;
}
