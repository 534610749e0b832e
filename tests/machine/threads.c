/* Threads whose output does not depend on the schedule. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define ITEMS 40

/* A queue of three places. */
static int places[3], first, count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void put(int item) {
    pthread_mutex_lock(&lock);
    while (count == 3) pthread_cond_wait(&changed, &lock);
    places[(first + count++) % 3] = item;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static int take(void) {
    pthread_mutex_lock(&lock);
    while (count == 0) pthread_cond_wait(&changed, &lock);
    int item = places[first];
    first = (first + 1) % 3;
    count--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *produce(void *from) {
    for (int i = 0; i < ITEMS; i++) put(*(int *)from + i);
    return from;
}

/* Each waits for its turn, without giving way. */
static atomic_int turn;

static void *in_turn(void *own) {
    int number = (int)(long)own;
    for (int round = 0; round < 3; round++) {
        while (atomic_load(&turn) % 3 != number) {}
        printf("round %d of thread %d\n", round, number);
        atomic_fetch_add(&turn, 1);
    }
    return NULL;
}

static sem_t done;
static _Thread_local int mine = 7;

static void *use_own(void *to) {
    mine += *(int *)to;
    *(int *)to = mine;
    sem_post(&done);
    return to;
}

int main(void) {
    pthread_t producers[2], others[3];
    int from[2] = {0, 1000}, sum = 0;
    for (int i = 0; i < 2; i++) pthread_create(&producers[i], NULL, produce, &from[i]);
    for (int i = 0; i < 2 * ITEMS; i++) sum += take();
    for (int i = 0; i < 2; i++) pthread_join(producers[i], NULL);
    printf("sum %d, left %d\n", sum, count);

    for (long i = 0; i < 3; i++) pthread_create(&others[i], NULL, in_turn, (void *)i);
    for (int i = 0; i < 3; i++) pthread_join(others[i], NULL);

    sem_init(&done, 0, 0);
    int *given = malloc(sizeof *given);
    *given = 5;
    pthread_create(&others[0], NULL, use_own, given);
    pthread_detach(others[0]);
    sem_wait(&done);
    printf("%d and %d\n", *given, mine);
    free(given);
    return 3;
}
