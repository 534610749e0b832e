// Each violated check once, by a run that violates it first: what one run violates after another violation may be the first
// one of another run. `tests/cli.rs` counts them.
// flags: --all
// expect: FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), a[4] = {0};
    if (x == 2000000000) {
        y += x; // BUG
    }
    if (y == 7) {
        a[y] = 1; // BUG
    }
    if (x < 0) {
        y -= x; // BUG
    }
    a[1] = 10 / (x + 5); // BUG
    assert(x != 12); // BUG
    assert(y != 77 || x == 12); // BUG
    return a[1];
}
