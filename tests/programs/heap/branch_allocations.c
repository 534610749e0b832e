// flags: --check default,leak
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p, n = __VERIFIER_nondet_int();
    if (n > 0) {
        p = malloc(sizeof *p);
        *p = 1;
    } else if (n < 0) {
        p = malloc(2 * sizeof *p);
        p[0] = 2;
        p[1] = 3;
    } else {
        p = 0;
    }
    if (n < 0)
        assert(p[1] == 3);
    if (p)
        assert(*p == (n > 0 ? 1 : 2));
    free(p);
    return 0;
}
