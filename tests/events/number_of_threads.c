// TRUE. How many threads there are is an input; each is told its number by a pointer into an array.
// flags: --engine bmc --check assert,memory --bound 4
// expect: TRUE
#include "common.h"
static int id[4], sum;
T(p) { B; sum += *(int *)arg; E; return 0; }
int main(void) {
    pthread_t t[4];
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 4);
    for (int i = 0; i < n; i++) { id[i] = i + 1; MK(t[i], p, &id[i]); }
    for (int i = 0; i < n; i++) J(t[i]);
    assert(sum == n * (n + 1) / 2);
    return 0;
}
