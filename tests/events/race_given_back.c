// The address of a lock that is given back was kept as a number.
// flags: --engine bmc --check race
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
        pthread_mutex_lock(&m);
        pthread_mutex_unlock((pthread_mutex_t *)where);
        x = 8; // BUG
    }
}
