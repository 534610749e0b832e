// expect: FALSE(invalid-read)
#include <stdlib.h>
int main(void) {
    int *p = calloc(4, 4);
    p = realloc(p, 8);
    int r = p[2]; // BUG
    free(p);
    return r;
}
