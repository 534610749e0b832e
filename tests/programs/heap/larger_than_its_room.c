// An object of a size that an input says may be larger than the room at the address where runs are executed. A violation is
// looked for where it is not, and what follows from the address of a larger one is none.
// flags: --check memory
// expect: TRUE
// flags: --check memory -D LAST
// expect: FALSE(invalid-read)
#include <stdint.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static unsigned char get(unsigned char *p, unsigned long i) {
    unsigned long other[2] = {i, i};
    uintptr_t all = ~(uintptr_t)0;
    unsigned char *at = (unsigned char *)((uintptr_t)(p + other[1]) & all);
    return *at; // BUG
}
int main(void) {
    unsigned long size = __VERIFIER_nondet_ulong();
    unsigned char *p = malloc(size);
    if (!p || size == 0)
        return 0;
    unsigned long i = __VERIFIER_nondet_ulong();
#ifdef LAST
    if (i > size)
        return 0;
#else
    if (i >= size)
        return 0;
#endif
    unsigned char c = get(p, 0) + get(p, i);
    free(p);
    return c == 3;
}
