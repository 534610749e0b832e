// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    assert(a + b - b == a);
    assert(4294967295u + 1u == 0u);
    return 0;
}
