// Symbolic floating point is not supported yet.
// expect: UNKNOWN
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    double d = __VERIFIER_nondet_int();
    assert(d * 0.5 <= 2147483647.0);
    return 0;
}
