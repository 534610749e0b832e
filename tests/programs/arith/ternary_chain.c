// expect: FALSE(assert)
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int max = a > b ? a : b > c ? b : c;
    assert(max >= a && max >= b && max >= c); // BUG
    return 0;
}
