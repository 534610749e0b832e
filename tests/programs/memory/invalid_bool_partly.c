// Set on one way and not on the other: only what was stored counts.
// flags: -D STORED=1
// expect: TRUE
// flags: -D STORED=7
// expect: FALSE(invalid-value)
#include <stdbool.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned char *p = malloc(1);
    if (__VERIFIER_nondet_int())
        *p = STORED;
    int r = *(bool *)p ? 1 : 2; // BUG
    free(p);
    return r;
}
