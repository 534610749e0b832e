// Decimal text of a number and back.
// flags: --bound 11
// expect: TRUE
// flags: --bound 11 -DBUG
// expect: FALSE(assert)
#include "common.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & 0x3ff, y = 0;
    char text[6], *p = text + 5;
    *p = 0;
    unsigned rest = x;
    do {
        *--p = '0' + rest % 10;
        rest /= 10;
    } while (FIX(rest != 0, rest > 1));
    while (*p)
        y = y * 10 + (*p++ - '0');
    assert(x == y);
    return 0;
}
