// A try that has failed protects nothing.
// flags: --engine bmc --check race
// expect: FALSE(race)
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
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
    pthread_create(&id, 0, worker, 0);
    for (;;) {
        int failed = pthread_mutex_trylock(&m);
        x = 1; // BUG
        if (!failed) pthread_mutex_unlock(&m);
    }
}
