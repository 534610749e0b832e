// Both memory models agree.
// flags: --memory flat
// expect: FALSE(invalid-write|array-bounds)
// flags: --memory objects
// expect: FALSE(invalid-write|array-bounds)
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned char *p = malloc(8), *q = malloc(8);
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 8)
        return 0;
    q[0] = 1;
    p[i] = 2; // BUG
    free(p);
    free(q);
    return 0;
}
