// flags: --check assert
// expect: UNKNOWN
#include <assert.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(2);
    free(p);
    free(p);
    assert(p != 0);
}
