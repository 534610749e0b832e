// expect: TRUE
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned char a[32], b[32];
    unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    memset(a, 1, sizeof a);
    memset(b, 2, sizeof b);
    if (n > 32 || i >= 32)
        return 0;
    memcpy(a, b, n);
    assert(a[i] == (i < n ? 2 : 1));
    return 0;
}
