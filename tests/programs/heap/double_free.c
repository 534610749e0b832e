// expect: FALSE(double-free)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = malloc(3);
    if (__VERIFIER_nondet_int() == 4)
        free(p);
    free(p);
    return 0;
}
