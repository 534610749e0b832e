// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
int main(void) {
    assert(rand() % 6 + 1 != 6); // BUG
    return 0;
}
