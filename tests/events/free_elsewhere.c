// A thread uses what another one has freed; the pointer is not reset.
// flags: --engine bmc --bound 4
// expect: FALSE(use-after-free)
#include "common.h"
static int *g;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
T(user) { pthread_mutex_lock(&m); if (g) *g = 1; pthread_mutex_unlock(&m); return 0; }
T(freer) { pthread_mutex_lock(&m); free(g); pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t, u;
    g = malloc(sizeof *g);
    MK(t, user, 0); MK(u, freer, 0); J(t); J(u);
    return 0;
}
