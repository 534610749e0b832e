// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(-8 >> 1 == -4);
    assert(-1 >> 31 == -1);
    assert((x >> 31) == (x < 0 ? -1 : 0));
    return 0;
}
