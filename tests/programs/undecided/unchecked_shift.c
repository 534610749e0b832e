// A shift by too much gives any value where no check is about it.
// flags: --check assert
// expect: FALSE(assert)
#include <assert.h>
int main(void) {
    volatile int n = 40, x = 1;
    assert((x << n) != 5); // BUG
    return 0;
}
