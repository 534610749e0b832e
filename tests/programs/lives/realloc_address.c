// expect: FALSE(assert)
// flags: -m32
// expect: FALSE(assert)

#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    int *q = realloc(p, 8);
    assert(p != q); // BUG
    free(q);
    return 0;
}
