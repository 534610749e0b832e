// expect: FALSE(null-dereference)
#include <stddef.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 3;
    int *p = __VERIFIER_nondet_int() ? &x : NULL;
    return *p; // BUG
}
