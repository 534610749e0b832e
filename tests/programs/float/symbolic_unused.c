// A symbolic value that is only moved does no harm.
// expect: TRUE|UNKNOWN
#include <assert.h>
double __VERIFIER_nondet_double(void);
int main(void) {
    double d = __VERIFIER_nondet_double(), e = d;
    int x = 3;
    assert(x == 3);
    (void)e;
    return 0;
}
