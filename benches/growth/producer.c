// A thread puts N numbers into a queue of two places, another one takes them out in order. Broken: it does not wait.
// broken at: 3
// bound: N + 1
#include "growth.h"
#include <pthread.h>
#define PLACES 2

static int queue[PLACES], put, taken, wrong;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *produce(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        if (put - taken == PLACES && !WRONG) pthread_cond_wait(&changed, &mutex);
        __VERIFIER_assume(put - taken < PLACES + WRONG);
        queue[put % PLACES] = i;
        put++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

static void *consume(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        if (put == taken) pthread_cond_wait(&changed, &mutex);
        __VERIFIER_assume(put > taken);
        wrong += queue[taken % PLACES] != i;
        taken++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, produce, 0);
    pthread_create(&b, 0, consume, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(wrong == 0);
    return 0;
}
