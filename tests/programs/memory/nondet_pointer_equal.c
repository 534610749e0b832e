// An address of unknown origin that turned out to be a variable's leads to that variable.
// expect: TRUE
#include <assert.h>
void *__VERIFIER_nondet_pointer(void);
int main(void) {
    int x = 123;
    int *q = __VERIFIER_nondet_pointer();
    if (q == &x) {
        assert(*q == 123);
        *q = 5;
        assert(x == 5);
    }
    int late = 1, *unset;
    if (unset + 1 == &late)
        assert(unset[1] == 1);
    return 0;
}
