// Nothing can be said of a lock that was never made.
// flags: --engine bmc --check race
// expect: UNKNOWN(unsupported: what the library keeps in an object that was never set)
#include "common.h"
#include <stdlib.h>
static pthread_mutex_t *m;
static int x;
T(adds) { pthread_mutex_lock(m); x++; pthread_mutex_unlock(m); return 0; }
int main(void) {
    pthread_t t;
    m = malloc(sizeof *m);
    MK(t, adds, 0);
    adds(0);
    J(t);
    return 0;
}
