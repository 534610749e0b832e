// An uninitialised variable can have any value.
// flags: --check assert
// expect: FALSE(assert)
#include <assert.h>
int main(void) {
    int x;
    int *p = &x;
    assert(*p != 12345); // BUG
    return 0;
}
