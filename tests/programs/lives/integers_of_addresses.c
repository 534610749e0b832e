// expect: UNKNOWN(unsupported: where objects lie in memory)
// flags: -m32
// expect: UNKNOWN(unsupported: where objects lie in memory)

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    uintptr_t a = (uintptr_t)p;
    free(p);
    int *q = malloc(4);
    uintptr_t b = (uintptr_t)q;
    assert(a != b);
    free(q);
    return 0;
}
