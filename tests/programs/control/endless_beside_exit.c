// For y > 1 the loop never ends; the violation is on the way past it.
// expect: FALSE(assert)
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = 1, y = __VERIFIER_nondet_uint();
    if (y == 0)
        return 0;
    while (x < y) {
        if (x < y / x)
            x *= x;
        else
            x++;
    }
    assert(x != y); // BUG
    return 0;
}
