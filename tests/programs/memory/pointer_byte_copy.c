// A pointer survives being copied byte by byte.
// expect: TRUE
#include <assert.h>
int main(void) {
    int x = 7;
    int *p = &x, *q;
    unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
    for (unsigned i = 0; i < sizeof p; i++)
        to[i] = from[i];
    *q = 8;
    assert(x == 8 && p == q);
    return 0;
}
