// An object is freed in an early iteration, and again in a late one.
// expect: FALSE(double-free)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *q = malloc(1);
    unsigned i = 0;
    while (__VERIFIER_nondet_int()) {
        i++;
        if (i == 3 || i == 10) free(q);  // BUG
    }
}
