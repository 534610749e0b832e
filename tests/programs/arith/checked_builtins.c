// expect: TRUE
#include <assert.h>
#include <limits.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r;
    if (!__builtin_add_overflow(a, b, &r))
        assert((long long)a + b == r);
    else
        assert((long long)a + b > INT_MAX || (long long)a + b < INT_MIN);
    unsigned u;
    assert(__builtin_sub_overflow(0u, 1u, &u) && u == UINT_MAX);
    assert(__builtin_mul_overflow(65536, 65536, &r));
    signed char c;
    assert(__builtin_add_overflow(100, 100, &c));
    return 0;
}
