// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
union u { unsigned w; unsigned char b[4]; unsigned short h[2]; };
int main(void) {
    union u v;
    v.w = __VERIFIER_nondet_uint();
    assert((v.b[0] | v.b[1] << 8 | v.b[2] << 16 | (unsigned)v.b[3] << 24) == v.w);
    v.h[1] = 0xabcd;
    assert(v.w >> 16 == 0xabcd && v.b[3] == 0xab);
    v.b[0] = 1;
    assert((v.w & 0xff) == 1);
    return 0;
}
