// A condition variable: a wait may end without a signal.
// flags: --encoding steps --check assert --bound 3
// expect: FALSE(assert)
// flags: --encoding steps --check assert --bound 3 -D LOOP
// expect: TRUE|UNKNOWN(bound)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *t(void *unused) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, NULL, t, NULL);
    pthread_mutex_lock(&m);
#ifdef LOOP
    while (!ready) pthread_cond_wait(&c, &m);
#else
    if (!ready) pthread_cond_wait(&c, &m);
#endif
    assert(ready); // BUG
    pthread_mutex_unlock(&m);
    pthread_join(id, NULL);
    return 0;
}
