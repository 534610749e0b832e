// A pointer in front of bytes that an input counts. None of the bytes that are written is one of the pointer's, which only the
// condition on the index says; with BYTE it may be.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
// flags: -DBYTE
// expect: UNKNOWN(unsupported: where objects lie in memory decides)
// flags: -DFILL
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct how { void *context; int (*release)(void); };
struct text { struct how *how; size_t length; unsigned char bytes[1]; };
size_t __VERIFIER_nondet_ulong(void);
_Bool __VERIFIER_nondet_bool(void);
static int one(void) { return 1; }
static struct how plain = {0, one};
int main(void) {
    size_t length = __VERIFIER_nondet_ulong();
    if (length > 1000) return 0;
    struct text *text = malloc(sizeof *text + length + 1);
    text->how = __VERIFIER_nondet_bool() ? &plain : 0;
    text->length = length;
#ifdef BYTE
    ((unsigned char *)text)[length] = 0;
#elif defined FILL
    memset(text->bytes, 1, length);
    text->bytes[length] = 0;
#else
    text->bytes[length] = 0;
#endif
    if (text->how) {
        assert(text->how->release != 0);
#ifdef WRONG
        assert(text->how->release() == 2);
#else
        assert(text->how->release() == 1);
#endif
    }
    return 0;
}
