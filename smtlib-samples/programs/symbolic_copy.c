// A copy of unknown length within one buffer.
// flags: --bound 3
// expect: TRUE
// flags: --bound 3 -DBUG
// expect: FALSE(assert)
#include "common.h"

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n > 0 && n <= 1000 && k <= n && i < k);
    unsigned char *a = malloc(n), *b = malloc(n);
    unsigned char x = __VERIFIER_nondet_uchar();
    a[i] = x;
    memset(b, 0, n);
    memcpy(b, a, FIX(k, k - 1));
    assert(b[i] == x);
    free(a);
    free(b);
    return 0;
}
