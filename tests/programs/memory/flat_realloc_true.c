// A neighbour's size is not that of the object, and alignments are kept.
// flags: --memory flat
// expect: TRUE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(32), *q = malloc(16);
    p[31] = 3;
    q[0] = 1;
    q[15] = 2;
    p = realloc(p, 48);
    assert(p[31] == 3);
    q = realloc(q, 20);
    assert(q[0] == 1 && q[15] == 2);
    char *a = aligned_alloc(64, 64);
    assert((uintptr_t)a % 64 == 0);
    free(a);
    free(p);
    free(q);
    return 0;
}
