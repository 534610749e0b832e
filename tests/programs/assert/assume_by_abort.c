// The competition's way to write an assumption.
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static void assume_abort_if_not(int cond) {
    if (!cond)
        abort();
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x > 0 && x < 100);
    assert(x + x > x);
    return 0;
}
