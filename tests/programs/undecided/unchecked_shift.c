// Where no check is about it, a shift by too much counts modulo the width on x86, or gives any value.
// flags: --check assert --undefined any
// expect: FALSE(assert)
// flags: --check assert -m 64
// expect: FALSE(assert)
// flags: --check assert -m 32
// expect: FALSE(assert)
// flags: --check assert -D RESULT=5 --undefined any
// expect: FALSE(assert)
// flags: --check assert -D RESULT=5
// expect: TRUE
#include <assert.h>
#ifndef RESULT
#define RESULT 256
#endif
int main(void) {
    volatile int n = 40, x = 1;
    assert((x << n) != RESULT); // BUG
    return 0;
}
