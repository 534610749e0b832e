// Whether the mutex was one before depends on an input, which the bounded engine does not tell apart.
// expect: TRUE | UNKNOWN(unsupported: whether a lock that is initialised was one before)
#include <pthread.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    pthread_mutex_t m;
    if (__VERIFIER_nondet_bool()) {
        pthread_mutex_init(&m, 0);
        pthread_mutex_destroy(&m);
    }
    pthread_mutex_init(&m, 0);
}
