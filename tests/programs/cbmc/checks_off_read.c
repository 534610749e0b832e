// `#pragma CPROVER check disable "pointer"`: what lies beyond an object is any value, and what lies within is read.
// expect: TRUE
// flags: -D BEYOND
// expect: FALSE(assert)
// flags: -D OUTSIDE
// expect: FALSE(invalid-read)
// flags: -D WRITE
// expect: UNKNOWN(unsupported: a violation of invalid-write under `#pragma CPROVER check disable`)
// flags: -D NOWHERE
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned sum(const unsigned *word, unsigned char length) {
#pragma CPROVER check push
#pragma CPROVER check disable "pointer"
#ifdef WRITE
    ((unsigned *)word)[length] = 1;
#endif
    switch (length) {
    case 3: return *word & 0xffffff;
    case 2: return *word & 0xffff;
    case 1: return *word & 0xff;
    default: return *word;
    }
#pragma CPROVER check pop
}
int main(void) {
    unsigned char length = __VERIFIER_nondet_uchar();
    if (length < 1 || length > 4) return 0;
    unsigned char *bytes = malloc(length);
    for (int i = 0; i < length; i++) bytes[i] = 1 + i;
#ifdef OUTSIDE
    return *(unsigned *)bytes;
#elif defined NOWHERE
    assert(sum(0, length) != 7);
#endif
    unsigned found = sum((unsigned *)bytes, length);
    assert(found == (0x04030201u & (0xffffffffu >> (32 - 8 * length))));
#ifdef BEYOND
    assert(sum((unsigned *)bytes, 4) < 0x05000000);
#endif
    return 0;
}
