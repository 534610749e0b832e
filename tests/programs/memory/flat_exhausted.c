// Runs for whose objects flat memory has no room are not passed over.
// flags: --memory flat -m32
// expect: UNKNOWN(unsupported: flat memory is exhausted)
// flags: --memory flat -m32 -DSYMBOLIC
// expect: UNKNOWN(unsupported: flat memory is exhausted)
// flags: --memory flat -DSYMBOLIC
// expect: UNKNOWN(unsupported: flat memory is exhausted)
// flags: --memory flat -DWITHIN
// expect: TRUE
// flags: --memory flat -m32 -DWITHIN
// expect: TRUE
// flags: --memory flat -m32 -DBEFORE
// expect: FALSE(assert)
// flags: --memory flat -m32 -DREALLOC
// expect: UNKNOWN(unsupported: flat memory is exhausted)
// flags: --memory flat -m32 -DCALLOC
// expect: UNKNOWN(unsupported: flat memory is exhausted)
// flags: --memory flat -m32 -DMANY
// expect: UNKNOWN(unsupported: flat memory is exhausted)
// flags: --memory flat -m32 -DALIGNED
// expect: UNKNOWN(unsupported: flat memory is exhausted)
// flags: --memory flat -m32 -DREFUSED
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
#if defined SYMBOLIC
    size_t n = (size_t)__VERIFIER_nondet_uint() << (sizeof n * 8 - 32);
    char *p = malloc(n);
    if (p)
        assert(n <= (size_t)-1 / 2);
#elif defined WITHIN
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000000)
        return 0;
    char *p = malloc(n), *q = malloc(n), *r = malloc(n);
    assert(p != q && q != r);
#elif defined BEFORE
    assert(__VERIFIER_nondet_uint() != 7);
    char *p = malloc(0x70000000);
#elif defined REALLOC
    char *p = malloc(10);
    p = realloc(p, 0x60000000);
    assert(!p);
#elif defined CALLOC
    char *p = calloc(0x10000, 0x7000);
    assert(!p);
#elif defined MANY
    for (int i = 0; i < 6; i++) {
        char *p = malloc(0x0c000000);
        free(p);
    }
    assert(0);
#elif defined ALIGNED
    void *p;
    for (int i = 0; i < 10; i++)
        posix_memalign(&p, 0x1000000, 16);
#elif defined REFUSED
    // More than can be allocated at all: no room is needed.
    char *p = malloc(0x80000000u);
    assert(p);
#else
    char *p = malloc(0x70000000);
    assert(0);
#endif
    return 0;
}
