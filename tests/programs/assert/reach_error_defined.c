// As in competition programs: the error function has a body that fails an assertion.
// expect: FALSE(reach-error|assert)
#include <assert.h>
#include <stdlib.h>
void reach_error(void) { assert(0); }
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR: {
        reach_error();
        abort();
    }
    }
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x >= 0 || (x >> 31) != 0);
    __VERIFIER_assert(x != 77);
    return 0;
}
