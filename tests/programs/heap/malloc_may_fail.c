// flags: --malloc-may-fail
// expect: FALSE(null-dereference)
// flags:
// expect: TRUE
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    *p = 1; // BUG
    free(p);
    return 0;
}
