// An assumption does not reach back over an assertion before it.
// expect: FALSE(assert)
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 5); // BUG
    __VERIFIER_assume(x != 5);
    return 0;
}
