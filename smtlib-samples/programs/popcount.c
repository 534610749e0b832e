// Two ways to count bits.
// flags: --bound 17
// expect: TRUE
// flags: --bound 17 -DBUG
// expect: FALSE(assert)
#include "common.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & 0xffff, n = 0, y = x;
    for (int i = 0; i < FIX(16, 15); i++)
        n += x >> i & 1;
    y = (y & 0x5555) + (y >> 1 & 0x5555);
    y = (y & 0x3333) + (y >> 2 & 0x3333);
    y = (y & 0x0f0f) + (y >> 4 & 0x0f0f);
    y = (y & 0x00ff) + (y >> 8 & 0x00ff);
    assert(n == y);
    return 0;
}
