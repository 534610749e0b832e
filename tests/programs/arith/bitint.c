// flags: -std=c23
// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned _BitInt(512) x = __VERIFIER_nondet_uint();
    unsigned _BitInt(512) y = x << 400;
    assert((unsigned)(y >> 400) == (unsigned)x);
    assert((y & 0xffffu) == 0);
    unsigned _BitInt(7) s = 127;
    s++;
    assert(s == 0);
    _BitInt(5) t = -16;
    assert(t < 0);
    return 0;
}
