// A signal comes before what it tells of, or with it; one signal is not enough for two that wait.
// flags: --engine bmc --bound 3
// expect: TRUE
// flags: --engine bmc --bound 3 -D LOOKED
// expect: UNKNOWN(bound 3 reached: loop in consumer)
// flags: --engine bmc --bound 3 -D EARLY
// expect: FALSE(deadlock)
// flags: --engine bmc --bound 3 -D TWO -D ALL
// expect: TRUE
// flags: --engine bmc --bound 3 -D TWO
// expect: UNKNOWN(unsupported: whether a signal wakes a thread that would wait forever)
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static unsigned ready;
T(consumer) {
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    assert(ready == 7);
    pthread_mutex_unlock(&m);
    return 0;
}
T(producer) {
#ifdef LOOKED
    // Then it matters how often the consumer takes the mutex.
    if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
#endif
    pthread_mutex_lock(&m);
#ifdef EARLY
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    ready = 7;
#else
    ready = 7;
#ifdef ALL
    pthread_cond_broadcast(&c);
#else
    pthread_cond_signal(&c);
#endif
#endif
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t, u, v;
    MK(t, consumer, 0);
#ifdef TWO
    MK(v, consumer, 0);
#endif
    MK(u, producer, 0);
    J(t); J(u);
#ifdef TWO
    J(v);
#endif
    return 0;
}
