// flags: --property memsafety.prp
// expect: FALSE(invalid-free)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int a[2];
    x = x + 1;
    if (x == 0)
        free(a);
    return 0;
}
