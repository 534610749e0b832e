// expect: TRUE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = 0;
    if (__VERIFIER_nondet_int() == 4)
        p = malloc(3);
    free(p);
    return 0;
}
