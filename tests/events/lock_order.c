// The order of two locks is wrong for odd inputs only.
// flags: --engine bmc --bound 4
// expect: FALSE(deadlock)
// flags: --engine bmc --check assert --bound 4
// expect: TRUE
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int in;
T(p) { pthread_mutex_t *a = in & 1 ? &n : &m, *b = in & 1 ? &m : &n;
       pthread_mutex_lock(a); pthread_mutex_lock(b); pthread_mutex_unlock(b); pthread_mutex_unlock(a); return 0; }
T(q) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t, u;
    in = __VERIFIER_nondet_int(); __VERIFIER_assume(in >= 0 && in <= 3);
    MK(t, p, 0); MK(u, q, 0); J(t); J(u);
    return 0;
}
