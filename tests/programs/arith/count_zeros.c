// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x == 0)
        return 0;
    assert((x >> __builtin_ctz(x)) & 1u);
    assert((x << __builtin_clz(x)) & 0x80000000u);
    assert(__builtin_ffs((int)x) == __builtin_ctz(x) + 1);
    return 0;
}
