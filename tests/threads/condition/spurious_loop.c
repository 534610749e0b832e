// Two threads that wait in loops, one signal each: waking without one changes nothing.
// expect: TRUE
// reduce: full tau-plus
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items, taken;

static void *takes(void *unused) {
    pthread_mutex_lock(&m);
    while (items == 0) pthread_cond_wait(&c, &m);
    items--;
    assert(items >= 0);
    taken++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, takes, 0);
    pthread_create(&u, 0, takes, 0);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        items++;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(taken == 2 && items == 0);
}
