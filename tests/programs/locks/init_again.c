// A mutex may be initialised again when it has been destroyed, and one on the heap may have any bytes before.
// expect: TRUE
#include <pthread.h>
#include <stdlib.h>

int main(void) {
    pthread_mutex_t m, *h = malloc(sizeof *h);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&m, 0);
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        pthread_mutex_destroy(&m);
    }
    pthread_mutex_init(h, 0);
    pthread_mutex_destroy(h);
    free(h);
}
