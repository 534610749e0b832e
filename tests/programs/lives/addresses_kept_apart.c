// expect: TRUE
// flags: --memory flat
// expect: UNKNOWN(unsupported)
// flags: -m32
// expect: TRUE

#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    char *p = malloc(4);
    char *old = malloc(8);
    if (c)
        free(p);
    char *q = malloc(4), *r = malloc(4);
    char local;
    // One may lie where p was, not both, and not over what lived with p.
    assert(!(p == q && p == r));
    assert(p != old && p != &local && p != 0 && p == p);
    assert(q != r && q != old);
    if (p == q)
        assert(c && p + 1 == q + 1 && !(p < q) && p <= q && p != r);
    if (!c) {
        assert(p != q && p != r);
        free(p);
        // It lived until now.
        assert(p != q && p != r);
        free(q);
        q = malloc(2);
        if (p == q)
            assert(q != r);
    }
    free(q);
    free(r);
    free(old);
    return 0;
}
