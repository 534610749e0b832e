// The test for the lower end is off by one.
// expect: FALSE(signed-overflow)
#include <limits.h>
int __VERIFIER_nondet_int(void);
static int add(int a, int b) {
    if (b > 0 && a > INT_MAX - b)
        return INT_MAX;
    if (b < 0 && a < INT_MIN - b - 1)
        return INT_MIN;
    return a + b; // BUG
}
int main(void) { return add(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()) == 7; }
