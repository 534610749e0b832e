// expect: TRUE
#include <assert.h>
unsigned long __VERIFIER_nondet_ulong(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong(), y = x;
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned i = __VERIFIER_nondet_uchar() % 8;
    ((unsigned char *)&x)[i] = c;
    assert(x == ((y & ~(0xfful << 8 * i)) | (unsigned long)c << 8 * i));
    ((unsigned short *)&x)[3] = 0;
    assert(x >> 48 == 0);
    return 0;
}
