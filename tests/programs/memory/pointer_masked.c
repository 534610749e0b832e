// A mask of all bits or none, as code has it that does not branch on secrets or under speculation, keeps a pointer or makes it
// null.
// flags: --check memory
// expect: TRUE
// flags: --check memory -D BRANCH
// expect: TRUE
// flags: --check memory -D NEGATED
// expect: TRUE
// flags: --check memory -D UNCHECKED
// expect: FALSE(null-dereference|invalid-write)
// flags: --check memory -D BRANCH -D UNCHECKED
// expect: FALSE(null-dereference|invalid-write)
// flags: --check memory -D NEGATED -D OUTSIDE
// expect: FALSE(buffer-overflow|invalid-write)
#include <stdint.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static size_t mask(size_t index, size_t bound) {
#if defined BRANCH
    return index < bound ? SIZE_MAX : 0;
#elif defined NEGATED
    return -(size_t)(index < bound);
#else
    size_t negative = index | bound;
    size_t large = bound - index - 1;
    return ~(negative | large) / (SIZE_MAX - (SIZE_MAX >> 1)) * SIZE_MAX;
#endif
}
int main(void) {
    size_t size = 10;
    unsigned char *p = malloc(size);
    if (!p)
        return 0;
    size_t i = __VERIFIER_nondet_ulong();
#ifdef OUTSIDE
    size_t m = mask(i, size + 1);
#else
    size_t m = mask(i, size);
#endif
#ifdef NEGATED
    unsigned char *q = (unsigned char *)(m & (uintptr_t)p);
#else
    unsigned char *q = (unsigned char *)((uintptr_t)p & m);
#endif
#ifndef UNCHECKED
    if (q)
#endif
        q[i & m] = 3; // BUG
    free(p);
    return 0;
}
