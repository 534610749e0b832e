// A vector grows: the object of the entry is not that of later iterations.
// expect: FALSE(invalid-write)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *a = malloc(sizeof *a), cap = 1, n = 0;
    while (__VERIFIER_nondet_int()) {
        if (n == cap) {
            cap *= 2;
            a = realloc(a, sizeof *a * cap);
        }
        a[n++] = n;
        if (n > 9) a[cap] = 1;  // BUG
    }
}
