// expect: TRUE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 42;
    uintptr_t tagged = (uintptr_t)p | (__VERIFIER_nondet_int() ? 1u : 0u);
    int *q = (int *)(tagged & ~(uintptr_t)1);
    assert(q == p && *q == 42);
    free(q);
    return 0;
}
