// A barrier orders the phases.
// flags: --engine bmc --bound 4
// expect: TRUE
// flags: --engine bmc --check race --bound 4
// expect: TRUE
#include "common.h"
static pthread_barrier_t bar;
static int a[2], s[2];
T(p) { int k = *(int *)arg; a[k] = k + 1; pthread_barrier_wait(&bar); s[k] = a[0] + a[1]; return 0; }
int main(void) {
    pthread_t t, u;
    int zero = 0, one = 1;
    pthread_barrier_init(&bar, 0, 2);
    MK(t, p, &zero); MK(u, p, &one); J(t); J(u);
    assert(s[0] == 3 && s[1] == 3);
    return 0;
}
