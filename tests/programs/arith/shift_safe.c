// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() & 31u;
    unsigned x = __VERIFIER_nondet_uint();
    assert((x << n) >> n <= x);
    unsigned long long y = 1ull << 63;
    assert(y >> 63 == 1);
    return 0;
}
