// What a mutex is made of may hold anything before.
// flags: --check all,-leak,-memcleanup,-race
// expect: TRUE
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_mutex_t on_stack, *on_heap = malloc(sizeof *on_heap);
    pthread_mutex_init(&on_stack, 0);
    pthread_mutex_init(on_heap, 0);
    pthread_mutex_lock(&on_stack);
    pthread_mutex_lock(on_heap);
    pthread_mutex_unlock(on_heap);
    pthread_mutex_unlock(&on_stack);
    pthread_mutex_destroy(on_heap);
    memset(on_heap, 1, sizeof *on_heap);
    pthread_mutex_init(on_heap, 0);
    pthread_mutex_lock(on_heap);
    pthread_mutex_unlock(on_heap);
    free(on_heap);
}
