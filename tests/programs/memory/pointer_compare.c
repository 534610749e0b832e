// The order of pointers to different objects is undefined; a check of its own, on request, says so.
// expect: TRUE
// flags: --check pointer-compare
// expect: FALSE(pointer-compare)
// flags: --check pointer-compare --memory flat
// expect: UNKNOWN(unsupported: which objects pointers lead to, in the flat memory model)
// flags: --check pointer-compare -D NULLS
// expect: FALSE(pointer-compare)
// flags: --check pointer-compare -D HEAP
// expect: FALSE(pointer-compare)
// flags: --check pointer-compare -D SAME
// expect: TRUE
#include <stdint.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int a[4], b[4];
int main(void) {
    int *p = a + 1, *q = __VERIFIER_nondet_bool() ? a + 3 : b + 3;
#if defined NULLS
    if (__VERIFIER_nondet_bool()) p = 0;
    return p < a + 4; // BUG
#elif defined HEAP
    char *x = malloc(4), *y = malloc(4);
    if (x == y) return 1;
    return x + 1 >= y; // BUG
#elif defined SAME
    int *end = a + 4;
    for (int *i = a; i < end; i++) *i = i > p;
    return p == q || (uintptr_t)p < (uintptr_t)p;
#else
    return p < q; // BUG
#endif
}
