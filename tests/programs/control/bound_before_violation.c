// A violation counts though a bound is reached elsewhere.
// flags: --bound 2
// expect: FALSE(assert)
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < n; i++)
        assert(i != 1); // BUG
    return 0;
}
