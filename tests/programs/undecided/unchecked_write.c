// After undefined behaviour that no check is about nothing is known.
// flags: --check assert
// expect: UNKNOWN
#include <assert.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(2);
    p[2] = 1;
    assert(0);
}
