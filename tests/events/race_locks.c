// No lock that is held at both accesses of a pair is missing, however often the loops go round and however many threads there
// are; whether a lock is held may depend on what a try has said.
// flags: --engine bmc --check race
// expect: TRUE
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x, y, before;

static void *worker(void *unused) {
    int mine = before;
    for (;;) {
        pthread_mutex_lock(&m);
        x += mine;
        pthread_mutex_unlock(&m);
        if (!pthread_mutex_trylock(&n)) {
            y++;
            pthread_mutex_unlock(&n);
        }
    }
    return unused;
}

int main(void) {
    pthread_t id;
    before = 3;
    while (__VERIFIER_nondet_bool()) pthread_create(&id, 0, worker, 0);
    pthread_mutex_lock(&m);
    while (pthread_mutex_trylock(&n)) {
        // Who has waits for neither.
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
    }
    x = y;
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return 0;
}
