// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned count(unsigned x) {
    x = x - ((x >> 1) & 0x55555555u);
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    return (((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24;
}
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(count(x) == (unsigned)__builtin_popcount(x));
    if (x)
        assert(((x & (x - 1)) == 0) == (__builtin_popcount(x) == 1));
    assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
    unsigned r = (x << 5) | (x >> 27);
    assert(((r >> 5) | (r << 27)) == x);
    return 0;
}
