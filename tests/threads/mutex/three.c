// A cycle of three.
// expect: FALSE(deadlock)
// reduce: full tau-plus
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t fork_of[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *number) {
    int n = (int)(long)number;
    pthread_mutex_lock(&fork_of[n]);
    pthread_mutex_lock(&fork_of[(n + 1) % 3]); // BUG
    pthread_mutex_unlock(&fork_of[n]);
    pthread_mutex_unlock(&fork_of[(n + 1) % 3]);
    return 0;
}

#include <sched.h>

int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, philosopher, (void *)i);
    for (;;) sched_yield();
}
