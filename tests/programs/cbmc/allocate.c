// CBMC's allocation does not fail.
// flags: --malloc-may-fail
// expect: TRUE
// flags: --malloc-may-fail -D PLAIN
// expect: FALSE(null-dereference)
// flags: -D ZERO=0
// expect: FALSE(assert)
#include <stdlib.h>
#ifndef ZERO
#define ZERO 1
#endif
int main(void) {
#ifdef PLAIN
    int *p = malloc(sizeof *p);
    *p = 0; // BUG
#else
    int *p = __CPROVER_allocate(sizeof *p, ZERO);
#endif
    __CPROVER_assert(*p == 0, "zero"); // BUG
    __CPROVER_deallocate(p);
    return 0;
}
