// expect: FALSE(assert)
#include <assert.h>
int main(void) {
    unsigned x = 0xfffff1;
    while (x > 1)
        x -= 2;
    assert(x % 2 == 0); // BUG
    return 0;
}
