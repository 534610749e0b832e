// A checksum detects every change of one bit.
// flags: --bound 9
// expect: TRUE
// flags: --bound 9 -DBUG
// expect: FALSE(assert)
#include "common.h"

static unsigned char crc(const unsigned char *p, int n) {
    unsigned char c = 0xff;
    for (int i = 0; i < n; i++) {
        c ^= p[i];
        for (int k = 0; k < 8; k++)
            c = c & 0x80 ? (unsigned char)(c << 1 ^ FIX(0x07, 0x00)) : (unsigned char)(c << 1);
    }
    return c;
}
int main(void) {
    unsigned char a[4], b[4];
    for (int i = 0; i < 4; i++)
        a[i] = b[i] = __VERIFIER_nondet_uchar();
    unsigned bit = __VERIFIER_nondet_uint();
    __VERIFIER_assume(bit < 32);
    b[bit / 8] ^= 1 << bit % 8;
    assert(crc(a, 4) != crc(b, 4));
    return 0;
}
