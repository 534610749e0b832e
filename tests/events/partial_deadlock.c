// Two threads wait for each other, whatever the others do.
// flags: --engine bmc --bound 4
// expect: FALSE(deadlock)
// flags: --engine bmc --bound 4 -D ORDERED
// expect: TRUE
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static unsigned x;
T(p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return 0; }
#ifdef ORDERED
#define q p
#else
T(q) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return 0; }
#endif
int main(void) {
    pthread_t t, u;
    MK(t, p, 0); MK(u, q, 0);
    return 0;
}
