// flags: --check memcleanup
// expect: FALSE(memory-not-freed)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int *p;
int main(void) {
    p = malloc(4);
    if (__VERIFIER_nondet_int() == 1)
        exit(1);
    free(p);
    return 0;
}
