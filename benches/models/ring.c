/* Election of a leader in a ring (E. Chang, R. Roberts, "An improved algorithm for decentralized extrema-finding in circular
 * configurations of processes", 1979): THREADS threads, each with a place for one message to the next one, elect ROUNDS
 * times. BROKEN: smaller numbers are passed on, too. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

/* What is on the way to each thread: 0 for nothing, a number, or that number plus THREADS once its owner is elected. */
static atomic_int way[THREADS];
static int leader[ROUNDS];

static void send(int from, int message) {
    int to = (from + 1) % THREADS;
    while (way[to] != 0) {}
    way[to] = message;
}

static int receive(int me) {
    int message;
    while ((message = way[me]) == 0) {}
    way[me] = 0;
    return message;
}

static void elect(int me, int round) {
    /* Neither in the order of the ring nor against it. */
    int mine = 1 + (me + me / 2) % THREADS;
    send(me, mine);
    for (;;) {
        int message = receive(me);
        if (message > THREADS) {
            if (message != mine + THREADS) send(me, message);
            return;
        }
        if (message == mine) {
            assert(leader[round] == 0);
            leader[round] = mine;
            send(me, mine + THREADS);
        }
#ifdef BROKEN
        else
#else
        else if (message > mine)
#endif
            send(me, message);
    }
}

static void *run(void *argument) {
    for (int round = 0; round < ROUNDS; round++) elect((int)(intptr_t)argument, round);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < ROUNDS; i++) assert(leader[i] != 0);
    return 0;
}
