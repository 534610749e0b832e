// Sums over a table of unknown contents at unknown places.
// flags: --bound 6
// expect: TRUE
// flags: --bound 6 -DBUG
// expect: FALSE(assert)
#include "common.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n > 4 && n <= 4096);
    unsigned *t = malloc(n * sizeof *t), x = 0, y = 0, at[5];
    for (int i = 0; i < 5; i++) {
        at[i] = __VERIFIER_nondet_uint();
        __VERIFIER_assume(at[i] < n);
        t[at[i]] = __VERIFIER_nondet_uint();
    }
    for (int i = 0; i < 5; i++)
        x += t[at[i]];
    for (int i = FIX(4, 3); i >= 0; i--)
        y += t[at[i]];
    assert(x == y);
    free(t);
    return 0;
}
