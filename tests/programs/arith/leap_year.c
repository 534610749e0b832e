// expect: FALSE(assert)
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int y = __VERIFIER_nondet_int();
    if (y < 1583 || y > 2400)
        return 0;
    int leap = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
    int naive = y % 4 == 0;
    assert(leap == naive); // BUG
    return 0;
}
