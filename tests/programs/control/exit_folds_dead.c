// After six rounds the loop's condition folds although the path is dead: the range of n says so.
// flags: --bound 8
// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 6, i;
    for (i = 0; i != n; i++)
        ;
    assert(i < 6);
    return 0;
}
