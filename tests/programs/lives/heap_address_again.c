// flags: --memory flat
// expect: UNKNOWN(unsupported)
// flags: -m64
// expect: FALSE(assert)
// flags: -m32
// expect: FALSE(assert)

#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    free(p);
    int *q = malloc(4);
    assert(p != q); // BUG
    free(q);
    return 0;
}
