// An object is freed in the first iteration and used in a late one.
// expect: FALSE(use-after-free)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *q = malloc(1), freed = 0;
    unsigned i = 0;
    while (__VERIFIER_nondet_int()) {
        if (!freed) free(q);
        freed = 1;
        if (i++ == 12) *q = 1;  // BUG
    }
}
