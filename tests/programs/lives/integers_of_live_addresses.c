// expect: TRUE
// flags: -m32
// expect: TRUE

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4), *q = malloc(4);
    uintptr_t a = (uintptr_t)p, b = (uintptr_t)q;
    assert(a != b && a % 4 == 0 && a != 0);
    free(p);
    assert(a != b);
    free(q);
    return 0;
}
