// Integer square root by bisection.
// flags: --bound 9
// expect: TRUE
// flags: --bound 9 -DBUG
// expect: FALSE(assert)
#include "common.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & FIX(0xff, 0x1ff), low = 0, high = 16;
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if (middle * middle <= x)
            low = middle;
        else
            high = middle;
    }
    assert(low * low <= x && x < (low + 1) * (low + 1));
    return 0;
}
