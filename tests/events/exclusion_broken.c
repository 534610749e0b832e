// What looks like mutual exclusion and is none: no invariant of a lock is proven from it.
// flags: --engine bmc --check assert -D UNLOCKS
// expect: FALSE(assert)
// flags: --engine bmc --check assert -D RENEWS
// expect: FALSE(assert)
// flags: --engine bmc --check assert -D CLEARS
// expect: FALSE(assert)
// flags: --engine bmc --check assert -D OWN_LOCK
// expect: FALSE(assert)
// flags: --engine bmc --check assert -D ONE_OF_TWO
// expect: FALSE(assert)
// flags: --engine bmc --check assert -D THREAD_LOCAL
// expect: FALSE(assert)
// flags: --engine bmc --check assert -D MAYBE
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <string.h>

int nondet_int(void);

#ifdef THREAD_LOCAL
static _Thread_local
#else
static
#endif
    pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int busy;

static void *work(void *unused) {
    while (nondet_int()) {
        pthread_mutex_lock(&locks[0]);
        busy = 1;
        busy = 0;
        pthread_mutex_unlock(&locks[0]);
    }
    return unused;
}

static void *other(void *unused) {
#if defined UNLOCKS
    pthread_mutex_unlock(&locks[0]);
#elif defined RENEWS
    pthread_mutex_init(&locks[0], NULL);
#elif defined CLEARS
    memset(&locks[0], 0, sizeof locks[0]);
#elif defined OWN_LOCK
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&own);
    busy = 2;
    busy = 0;
    pthread_mutex_unlock(&own);
#elif defined ONE_OF_TWO
    pthread_mutex_t *one = nondet_int() ? &locks[0] : &locks[1];
    pthread_mutex_lock(one);
    busy = 2;
    busy = 0;
    pthread_mutex_unlock(one);
#elif defined MAYBE
    int held = pthread_mutex_trylock(&locks[0]) == 0;
    busy = 2;
    busy = 0;
    if (held) pthread_mutex_unlock(&locks[0]);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_create(&thread, NULL, other, NULL);
    while (nondet_int()) {
        pthread_mutex_lock(&locks[0]);
        assert(busy == 0); // BUG
        pthread_mutex_unlock(&locks[0]);
    }
    return 0;
}
