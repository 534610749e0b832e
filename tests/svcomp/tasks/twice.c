#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    if (__VERIFIER_nondet_int() == 5)
        free(p);
    return 0;
}
