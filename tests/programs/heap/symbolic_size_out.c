// expect: FALSE(invalid-write)
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 1000000)
        return 0;
    char *a = malloc(n);
    a[n] = 0; // BUG
    free(a);
    return 0;
}
