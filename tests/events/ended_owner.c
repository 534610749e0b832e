// A thread ends with a lock that another one waits for.
// flags: --engine bmc --bound 4
// expect: FALSE(deadlock)
// flags: --engine bmc --bound 4 -D GIVEN_BACK
// expect: TRUE
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
T(p) {
    pthread_mutex_lock(&m);
#ifdef GIVEN_BACK
    pthread_mutex_unlock(&m);
#endif
    return 0;
}
int main(void) {
    pthread_t t;
    MK(t, p, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
