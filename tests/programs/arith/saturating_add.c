// expect: TRUE
#include <assert.h>
#include <limits.h>
int __VERIFIER_nondet_int(void);
static int add(int a, int b) {
    if (b > 0 && a > INT_MAX - b)
        return INT_MAX;
    if (b < 0 && a < INT_MIN - b)
        return INT_MIN;
    return a + b;
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), s = add(a, b);
    long exact = (long)a + b;
    assert(s == exact || (s == INT_MAX && exact > INT_MAX) || (s == INT_MIN && exact < INT_MIN));
    return 0;
}
