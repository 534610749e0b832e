// Flat memory does not tell an object that has ended from none: a check of one of these alone is not decided.
// flags: --memory flat --check use-after-free
// expect: UNKNOWN(unsupported)
// flags: --memory flat --check memory
// expect: FALSE(use-after-free)
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return *p; // BUG
}
