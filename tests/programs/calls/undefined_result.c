// A function without a body returns any value.
// expect: FALSE(assert)
// stderr: mystery
#include <assert.h>
extern int mystery(int);
int main(void) {
    assert(mystery(3) != 99); // BUG
    return 0;
}
