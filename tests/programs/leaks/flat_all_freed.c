// The flat model does not look for what points to an object, and need not where all are freed.
// flags: --memory flat --check leak
// expect: TRUE
// flags: --memory flat --check leak -DKEEP
// expect: UNKNOWN(unsupported: what points to heap objects)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = malloc(3);
    if (__VERIFIER_nondet_int()) p = realloc(p, 8);
#ifndef KEEP
    free(p);
#endif
    return 0;
}
