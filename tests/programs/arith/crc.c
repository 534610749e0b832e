// A table-driven checksum equals the one by bits.
// expect: TRUE
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char table[256];
static unsigned char by_bits(unsigned char c) {
    for (int k = 0; k < 8; k++)
        c = (unsigned char)(c & 0x80 ? c << 1 ^ 0x07 : c << 1);
    return c;
}
int main(void) {
    for (int i = 0; i < 256; i++)
        table[i] = by_bits((unsigned char)i);
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    assert(table[(unsigned char)(table[a] ^ b)] == by_bits((unsigned char)(by_bits(a) ^ b)));
    return 0;
}
