// A variable-length array ends with its block.
// expect: TRUE
// flags: -DAFTER
// expect: FALSE(use-after-return)
// flags: -DPAST
// expect: FALSE(array-bounds)
// flags: -DSIZE
// expect: FALSE(negative-vla)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4) return 0;
    int *q = 0, s = 0;
    for (int i = 1; i <= n; i++) {
        int v[i];
        for (int k = 0; k < i; k++) v[k] = k;
        s += v[i - 1];
        q = v;
        assert(sizeof v == i * sizeof(int));
    }
    assert(s == n * (n - 1) / 2);
#ifdef AFTER
    return *q; // BUG
#elif defined PAST
    { int v[n]; v[n] = 1; } // BUG
#elif defined SIZE
    { int v[n - 1]; (void)v; } // BUG
#endif
    return 0;
}
