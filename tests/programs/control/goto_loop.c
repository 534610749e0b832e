// flags: --bound 7
// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 6, i = 0;
again:
    if (i >= n)
        goto out;
    i++;
    goto again;
out:
    assert(i == n);
    return 0;
}
