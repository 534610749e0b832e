// expect: UNKNOWN(unsupported: comparison of integers made of pointers)
// flags: -m32
// expect: UNKNOWN(unsupported: comparison of integers made of pointers)

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
