// A cyclic redundancy check of N bytes, bit by bit and by a table, and both agree. Broken: the table has a wrong entry.
// bound: N + 257
#include "growth.h"

static unsigned char table[256];

static unsigned char step(unsigned char crc) {
    for (int bit = 0; bit < 8; bit++)
        crc = (unsigned char)(crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1);
    return crc;
}

int main(void) {
    for (int i = 0; i < 256; i++)
        table[i] = step((unsigned char)i);
    if (WRONG)
        table[77] ^= 1;
    unsigned char slow = 0, fast = 0;
    for (int i = 0; i < N; i++) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        slow = step(slow ^ byte);
        fast = table[fast ^ byte];
    }
    assert(slow == fast);
}
