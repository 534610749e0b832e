/* Producers and consumers with a bounded queue, a mutex and two condition variables. THREADS producers put ROUNDS items each,
 * THREADS consumers take as many. BROKEN: who was woken does not look again. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#define CAPACITY 1

#ifdef BROKEN
#define WAIT_WHILE(c) if (c)
#else
#define WAIT_WHILE(c) while (c)
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int items[CAPACITY], first, count;
/* Who has produced how much of what was taken. */
static int taken[THREADS];

static void put(int item) {
    pthread_mutex_lock(&mutex);
    WAIT_WHILE(count == CAPACITY) pthread_cond_wait(&not_full, &mutex);
    assert(count < CAPACITY);
    items[(first + count) % CAPACITY] = item;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
}

static void take(void) {
    pthread_mutex_lock(&mutex);
    WAIT_WHILE(count == 0) pthread_cond_wait(&not_empty, &mutex);
    assert(count > 0);
    int item = items[first];
    first = (first + 1) % CAPACITY;
    count--;
    /* The items of a producer come in its order. */
    assert(item % ROUNDS == taken[item / ROUNDS]);
    taken[item / ROUNDS]++;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
}

static void *produce(void *argument) {
    int me = (int)(intptr_t)argument;
    for (int i = 0; i < ROUNDS; i++) put(me * ROUNDS + i);
    return NULL;
}

static void *consume(void *argument) {
    for (int i = 0; i < ROUNDS; i++) take();
    return argument;
}

int main(void) {
    pthread_t producers[THREADS], consumers[THREADS];
    for (intptr_t i = 0; i < THREADS; i++) {
        pthread_create(&producers[i], NULL, produce, (void *)i);
        pthread_create(&consumers[i], NULL, consume, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(producers[i], NULL);
        pthread_join(consumers[i], NULL);
    }
    assert(count == 0);
    return 0;
}
