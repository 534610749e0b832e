// Without the check the sum wraps around, and the assertion fails.
// flags: --check assert
// expect: FALSE(assert)
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x + 1 > x); // BUG
    return 0;
}
