// Symbolic places and length between objects of different sizes.
// expect: TRUE
// flags: -DBUG
// expect: FALSE(invalid-read)
#include <string.h>
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned char packet[1500], payload[256];
int main(void) {
    unsigned off = __VERIFIER_nondet_uint(), len = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    if (len > 256 || off > 1500 - 256 || i >= 256) return 0;
    payload[i] = 7;
    memcpy(packet + off, payload, len);
    if (i < len) assert(packet[off + i] == 7);
    else assert(packet[off + i] == 0);
#ifdef BUG
    memcpy(packet + off, payload, len + off); // BUG
#endif
    return 0;
}
