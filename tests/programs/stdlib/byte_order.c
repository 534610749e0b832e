// Network byte order is big endian, whatever the machine has.
// expect: TRUE
#include <arpa/inet.h>
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned char bytes[4];
    uint32_t sent = htonl(x);
    memcpy(bytes, &sent, 4);
    assert(bytes[0] == x >> 24 && bytes[3] == (x & 255));
    assert(ntohl(sent) == x);
    assert(ntohs(htons(0x1234)) == 0x1234);
    return 0;
}
