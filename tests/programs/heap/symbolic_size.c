// expect: TRUE
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 5)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (unsigned i = 0; i < n; i++)
        a[i] = (int)i;
    assert(a[n - 1] == (int)n - 1);
    free(a);
    return 0;
}
