// expect: TRUE
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int *p = calloc(10, sizeof *p);
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 10)
        assert(p[i] == 0);
    free(p);
    return 0;
}
