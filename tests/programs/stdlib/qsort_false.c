// The comparison overflows.
// flags: --bound 8
// expect: FALSE(signed-overflow)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b; // BUG
}
int main(void) {
    int v[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    qsort(v, 2, sizeof *v, compare);
    return 0;
}
