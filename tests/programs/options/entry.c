// flags: --entry check
// expect: FALSE(assert)
// flags:
// expect: TRUE
#include <assert.h>
int check(int x, unsigned char c) {
    assert(x != c); // BUG
    return 0;
}
int main(void) { return check(-1, 3); }
