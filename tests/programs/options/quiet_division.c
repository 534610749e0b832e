// A division that is not checked has no defined result, but it ends the run or gives some value; never a crash.
// flags: --check assert
// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x == 0)
        return 0;
    assert(x / x == 1);
    return 0;
}
