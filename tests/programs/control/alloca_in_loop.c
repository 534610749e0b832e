// What alloca gives lives to the end of the function, not of the loop.
// expect: TRUE
// flags: -DAFTER
// expect: FALSE(use-after-return)
// flags: -DWRONG
// expect: FALSE(assert)
#include <assert.h>
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
static int *last;
static int sum(int n) {
    int *p[4], s = 0;
    for (int i = 0; i < n; i++) {
        p[i] = alloca((i + 1) * sizeof(int));
        p[i][i] = i;
    }
    for (int i = 0; i < n; i++) s += p[i][i];
    for (int i = 0; i + 1 < n; i++) assert(p[i] != p[i + 1]);
    last = p[0];
    return s;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4) return 0;
    assert(sum(n) == n * (n - 1) / 2);
#ifdef AFTER
    return *last; // BUG
#elif defined WRONG
    assert(n != 3); // BUG
#endif
    return 0;
}
