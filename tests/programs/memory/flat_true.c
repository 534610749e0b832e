// flags: --memory flat
// expect: TRUE
// flags: --memory objects
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned char *p = malloc(8), *q = malloc(8);
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 8)
        return 0;
    q[i] = 1;
    p[i] = 2;
    assert(q[i] == 1 && p != q);
    free(p);
    free(q);
    return 0;
}
