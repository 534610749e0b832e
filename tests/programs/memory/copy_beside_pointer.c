// An object of unknown size holds a pointer; bytes at unknown offsets beside it are not those of the pointer.
// flags: --check assert,memory,leak
// expect: TRUE
// flags: --check assert,memory,leak -D BAD
// expect: FALSE(assert)
// flags: --check assert,memory,leak -D SEEN
// expect: UNKNOWN(unsupported: where objects lie in memory decides)
// flags: --check assert,memory,leak -D SEEN -m32
// expect: FALSE(assert)
// flags: --check assert,memory,leak -m32
// expect: TRUE
// flags: --check assert,memory,leak -D COPIED
// expect: UNKNOWN(unsupported: where objects lie in memory decides)
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct text {
    void *owner;
    unsigned length;
    unsigned char bytes[];
};
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint();
    if (n > 100000 || at > n) return 0;
    struct text *t = malloc(sizeof *t + n + 1);
    t->owner = &t;
    t->length = n;
    t->bytes[n] = 0;
#ifdef SEEN
    assert(((unsigned char *)t)[at] == 0 || at != 2); // BUG
#else
    assert(t->bytes[t->length] == 0);
#endif
    unsigned char *copy = malloc(n + 20);
#ifdef COPIED
    memcpy(copy + at % 4, t, sizeof t->owner);
    assert(copy[at % 4 + 7] == 0 || n < 7);
#else
    memcpy(copy + at, t->bytes + at, n - at + 1);
    assert(copy[n] == 0);
#endif
#ifdef BAD
    assert(copy[n] == at); // BUG
#endif
    free(copy);
    free(t);
}
