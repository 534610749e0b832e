// Without its check, a read at any address yields any value, but from the null page.
// flags: --check assert
// expect: FALSE(assert)|UNKNOWN
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *p;
    assert(*p == 1); // BUG
    return 0;
}
