// flags: --check leak
// expect: FALSE(memory-leak)

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void f(void) { exit(0); }

int main(void) {
    int *p = malloc(4); // BUG
    if (__VERIFIER_nondet_int() == 77)
        p = 0;
    f();
    free(p);
    return 0;
}
