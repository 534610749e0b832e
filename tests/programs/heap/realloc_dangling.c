// expect: FALSE(use-after-free)
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    int *q = p;
    p = realloc(p, 4000);
    *p = 1;
    *q = 2; // BUG
    free(p);
    return 0;
}
