// flags: --bound 6
// expect: FALSE(assert)
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), r = 0;
    if (n > 4 || m > 4)
        return 0;
    if (n > m)
        for (unsigned i = m; i < n; i++)
            r += 2;
    else
        for (unsigned i = n; i < m; i++)
            r += 3;
    assert(r != 9); // BUG
    return 0;
}
