// One run of millions of iterations: it is executed.
// expect: TRUE
#include <assert.h>
int main(void) {
    unsigned x = 0, y = 0;
    while (x < 30000000) {
        if (x < 3000000) x++;
        else x += 2;
        y ^= x;
    }
    assert(x == 30000000 && y < 1u << 26);
    return 0;
}
