// expect: FALSE(invalid-free)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 0;
    int *p = __VERIFIER_nondet_int() ? malloc(4) : &x;
    free(p);
    return 0;
}
