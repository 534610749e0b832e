// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() & 0xff, r = 0;
    for (unsigned bit = 8; bit; bit /= 2)
        if ((r + bit) * (r + bit) <= n)
            r += bit;
    assert(r * r <= n && (r + 1) * (r + 1) > n);
    return 0;
}
