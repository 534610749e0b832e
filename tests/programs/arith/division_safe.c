// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
    if (d < 1 || d > 20 || a < -100 || a > 100)
        return 0;
    assert(a == a / d * d + a % d);
    assert(a >= 0 || a % d <= 0);
    return 0;
}
