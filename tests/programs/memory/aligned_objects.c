// Objects lie at multiples of the alignment that they ask for.
// expect: TRUE
#include <assert.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
static alignas(64) char line[3];
struct wide { alignas(32) int v; };
int main(void) {
    alignas(128) int local = 1;
    struct wide w = {2};
    void *page = aligned_alloc(4096, 8192);
    assert((uintptr_t)line % 64 == 0);
    assert((uintptr_t)&w % 32 == 0);
    assert((uintptr_t)&local % 128 == 0);
    assert((uintptr_t)page % 4096 == 0);
    free(page);
    return local + w.v - 3;
}
