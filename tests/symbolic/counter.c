// A counter with a symbolic bound: there is a set for each of its values, of which the user is told.
// flags: --engine symbolic
// expect: TRUE
// stderr: ever more sets of states at counter.c:12: a loop whose data grow may have no end here
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
int main(void) {
    unsigned limit = __VERIFIER_nondet_uint();
    __VERIFIER_assume(limit <= 11000);
    unsigned n = 0;
    while (n < limit)
        n++;
    assert(n == limit);
}
