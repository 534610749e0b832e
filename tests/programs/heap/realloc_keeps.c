// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int v = __VERIFIER_nondet_int();
    int *p = malloc(2 * sizeof *p);
    p[0] = v;
    p[1] = 2;
    p = realloc(p, 4 * sizeof *p);
    p[3] = 9;
    assert(p[0] == v && p[1] == 2);
    p = realloc(p, sizeof *p);
    assert(p[0] == v);
    free(p);
    int *q = realloc(0, 4);
    *q = 1;
    free(q);
    return 0;
}
