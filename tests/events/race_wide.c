// A wide input decides whether a thread takes the lock.
// flags: --engine bmc --check race
// expect: FALSE(race)
// flags: --engine bmc --check race -DNEVER
// expect: TRUE
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
T(adds) {
    int k = __VERIFIER_nondet_int();
#ifdef NEVER
    __VERIFIER_assume(k != 1234567);
#endif
    if (k == 1234567) {
        x = k;
        return 0;
    }
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    MK(t, adds, 0);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    J(t);
    return x & 1;
}
