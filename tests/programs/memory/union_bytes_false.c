// The target is little-endian.
// expect: FALSE(assert)
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
union u { unsigned w; unsigned char b[4]; };
int main(void) {
    union u v;
    v.w = __VERIFIER_nondet_uint();
    assert(v.b[0] == v.w >> 24); // BUG
    return 0;
}
