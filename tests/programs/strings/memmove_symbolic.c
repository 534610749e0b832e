// flags: --bound 10
// expect: TRUE
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned char a[8], b[8];
    for (unsigned i = 0; i < 8; i++)
        a[i] = b[i] = (unsigned char)(i * 3);
    unsigned n = __VERIFIER_nondet_uint() % 6, at = __VERIFIER_nondet_uint() % 8;
    memmove(a + 2, a, n);
    if (at >= 2 && at < n + 2)
        assert(a[at] == b[at - 2]);
    else
        assert(a[at] == b[at]);
    return 0;
}
