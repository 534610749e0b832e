// expect: FALSE(assert)
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a[16] = {0};
    unsigned i = __VERIFIER_nondet_uint() % 16, j = __VERIFIER_nondet_uint() % 16;
    a[i] = 7;
    a[j] = 1;
    assert(a[i] == 7); // BUG
    return 0;
}
