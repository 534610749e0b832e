// expect: FALSE(assert)
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 1, y = 2;
    int *p = &x;
    int *q = __VERIFIER_nondet_int() > 100 ? &x : &y;
    *p = 10;
    *q = 20;
    assert(*p == 10); // BUG
    return 0;
}
