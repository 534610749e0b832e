// flags: --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
int main(void) {
    unsigned char *p = malloc(4);
    assert(p[2] != 77); // BUG
    free(p);
    return 0;
}
