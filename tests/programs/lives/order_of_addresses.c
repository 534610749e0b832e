// expect: FALSE(assert)

#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    free(p);
    char *q = malloc(4);
    assert(p < q); // BUG
    free(q);
    return 0;
}
