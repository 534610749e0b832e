#include <pthread.h>
#include <stdlib.h>
struct queue { int items[4]; int count; } q;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *producer(void *p) {
    int *start = p;
    pthread_mutex_lock(&m);
    q.items[q.count++] = *start;
    pthread_mutex_unlock(&m);
    free(start);
    return 0;
}
int main(void) {
    pthread_t t;
    int *p = malloc(sizeof *p);
    *p = 42;
    pthread_create(&t, 0, producer, p);
    if (q.count > 0) /* without the lock */
        return 1;
    pthread_join(t, 0);
    return 0;
}
