// FALSE by POSIX (a wait may return without a signal); with -DLOOP TRUE.
// flags: --engine bmc --check assert --bound 4
// expect: FALSE(assert)
// flags: --engine bmc --check assert --bound 4 --no-spurious-wakeups
// expect: UNKNOWN(unsupported: waits that end only after a signal)
#include "common.h"
static int ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
T(p) {
    pthread_mutex_lock(&m);
#ifdef LOOP
    while (!ready) pthread_cond_wait(&c, &m);
#else
    if (!ready) pthread_cond_wait(&c, &m);
#endif
    assert(ready);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    MK(t, p, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    J(t);
    return 0;
}
