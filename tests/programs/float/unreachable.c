// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    double d = 1.0;
    if ((x & 1) > 1)
        d = d * x;
    assert(d == 1.0);
    return 0;
}
