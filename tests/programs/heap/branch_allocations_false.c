// expect: FALSE(invalid-read)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), r = 0;
    int *p = n > 0 ? calloc(1, sizeof *p) : calloc(2, sizeof *p);
    if (n >= 0)
        r = p[1]; // BUG
    free(p);
    return r;
}
