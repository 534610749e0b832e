// A lock that a thread does not hold protects nothing: a try for it has failed, or it was given back, through an address that was
// kept as a number.
// flags: --engine bmc --check race -D TRY_FAILS
// expect: FALSE(race)
// flags: --engine bmc --check race -D GIVEN_BACK
// expect: FALSE(race)
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static uintptr_t where;
static int x;

static void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&m);
        x++; // BUG
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void) {
    pthread_t id;
    where = (uintptr_t)&m;
    pthread_create(&id, 0, worker, 0);
    for (;;) {
#ifdef TRY_FAILS
        int failed = pthread_mutex_trylock(&m);
        x = 1; // BUG
        if (!failed) pthread_mutex_unlock(&m);
#endif
#ifdef GIVEN_BACK
        pthread_mutex_lock(&m);
        pthread_mutex_unlock((pthread_mutex_t *)where);
        x = 8; // BUG
#endif
    }
}
