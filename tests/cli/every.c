#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int divide(int a, int b) { return a / b; }
int main(void) {
    int which = __VERIFIER_nondet_int();
    if (which == 1) {
        int *p = malloc(4);
        free(p);
        return *p;
    }
    if (which == 2) {
        int x = 2147483647;
        return x + which;
    }
    if (which == 3)
        return divide(which, which - 3);
    if (which == 4) {
        int *p = malloc(8);
        p[2] = 1;
    }
    return 0;
}
