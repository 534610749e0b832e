// A violation is looked for where each object fits at the address at which runs are executed: an object of a tebibyte would
// reach the next one there. What only a larger object could show is not told.
// flags: --check memory
// expect: TRUE
// flags: --check memory -D OPAQUE
// expect: UNKNOWN(unsupported: where objects lie in memory decides)
// flags: --check memory -D OUTSIDE
// expect: FALSE(invalid-read)
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static uintptr_t mask(size_t index, size_t bound) {
    size_t negative = index | bound;
    size_t large = bound - index - 1;
    return ~(negative | large) / (SIZE_MAX - (SIZE_MAX >> 1)) * SIZE_MAX;
}
int main(void) {
    size_t size = __VERIFIER_nondet_ulong();
    size_t length = __VERIFIER_nondet_ulong();
    unsigned char *to = malloc(size);
    unsigned char *from = malloc(length);
    if (!to || !from || size < 1 || length < 1 || length > SIZE_MAX >> 1)
        return 0;
    uintptr_t m = mask(1, length + 1);
#ifdef OPAQUE
    m &= m >> 1 | 1ul << 63;
#endif
    unsigned char *at = (unsigned char *)(m & (uintptr_t)from);
#ifdef OUTSIDE
    at += length;
#endif
    if (m)
        memcpy(to, at, 1); // BUG
    return 0;
}
