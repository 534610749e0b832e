// flags: --malloc-may-fail
// expect: TRUE
#include <stdlib.h>
int main(void) {
    int *p = malloc(4), *q;
    if (!p)
        return 1;
    *p = 1;
    q = realloc(p, 8);
    if (!q) {
        free(p);
        return 1;
    }
    q[1] = 2;
    free(q);
    return 0;
}
