// Where the allocation fails nothing is written, though the pointer is null there and the list's fields were looked at as numbers.
// flags: --malloc-may-fail --check memory,assert,pointer-overflow
// expect: TRUE
// flags: --malloc-may-fail --check memory,assert,pointer-overflow -D UNGUARDED
// expect: FALSE(pointer-overflow)
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

unsigned long nondet_ulong(void);

struct list {
    size_t size, length;
    void *data;
};

int main(void) {
    struct list l;
    l.size = nondet_ulong();
    l.length = nondet_ulong();
    if (l.size > 100 || l.length > l.size)
        return 0;
    l.data = malloc(l.size);
#ifndef UNGUARDED
    if (l.size && !l.data)
        return 0;
#endif
    for (int i = 0; i < 3; i++)
        if (((uint64_t *)&l)[i])
            break;
    size_t at = nondet_ulong();
    if (at >= l.length)
        return 0;
    ((uint8_t *)l.data)[at] = 1; // BUG
    assert(l.length <= l.size);
    return l.data == 0;
}
