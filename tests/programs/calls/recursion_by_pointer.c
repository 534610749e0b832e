// flags: --bound 6
// expect: TRUE
#include <assert.h>
static int count(int n, int (*self)(int, void *), void *again);
static int step(int n, void *again) { return count(n, step, again); }
static int count(int n, int (*self)(int, void *), void *again) { return n <= 0 ? 0 : 1 + self(n - 1, again); }
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    assert(count(n, step, 0) == n);
    return 0;
}
