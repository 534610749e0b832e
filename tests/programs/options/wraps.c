// With -fwrapv and its like an overflow has a result.
// flags: --check overflow,shift-base
// expect: FALSE(signed-overflow)
// flags: --check overflow,shift-base -fwrapv
// expect: TRUE
// flags: --check overflow,shift-base -fno-strict-overflow
// expect: TRUE
// flags: --check overflow,shift-base -fwrapv -fno-wrapv
// expect: FALSE(signed-overflow)
// flags: --check overflow,shift-base -ftrapv
// expect: FALSE(signed-overflow)
// flags: -fwrapv -D CLAIM=7
// expect: FALSE(assert)
#include <limits.h>
#ifndef CLAIM
#define CLAIM (INT_MIN + 2)
#endif
extern void __VERIFIER_assert(int);
int main(void) {
    int x = INT_MAX, y = INT_MIN, z = 3;
    x += z; // BUG
    y = -y * 2 - 1;
    z <<= 30;
    __VERIFIER_assert(x == CLAIM && y == -1 && z == INT_MIN + (INT_MAX / 2 + 1)); // BUG
    return 0;
}
