// FALSE, as the section is left and entered again; no-data-race: TRUE. (Critical sections must not be glued together.)
// flags: --engine bmc --check assert --bound 4
// expect: FALSE(assert)
#include "common.h"
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
T(p) {
    pthread_mutex_lock(&m); int v = x; pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m); x = v + 1; pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t, u;
    MK(t, p, 0); MK(u, p, 0); J(t); J(u);
    assert(x == 2);
    return 0;
}
