// Saturating arithmetic against a wider type.
// flags: --bound 3
// expect: TRUE
// flags: --bound 3 -DBUG
// expect: FALSE(assert)
#include "common.h"

static int add(int a, int b) {
    int r;
    if (__builtin_add_overflow(a, b, &r))
        r = FIX(a < 0, a > 0) ? -2147483647 - 1 : 2147483647;
    return r;
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    long long wide = (long long)a + b;
    if (wide > 2147483647)
        wide = 2147483647;
    if (wide < -2147483648LL)
        wide = -2147483648LL;
    assert(add(a, b) == wide);
    return 0;
}
