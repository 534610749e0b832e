// flags: --bound 6
// expect: FALSE(double-free)
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char *p[4];
    for (int i = 0; i < 4; i++)
        p[i] = malloc(1);
    unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
    if (i < j || i > j + 1)
        return 0;
    free(p[i]);
    free(p[j]);
    return 0;
}
