// Runs end by a return, exit, abort, a failed assertion and a null pointer; an assumption that fails leaves none.
// flags: --property termination.prp
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void) {
    int *p = 0;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        exit(3);
    case 1:
        abort();
    case 2:
        assert(0);
    case 3:
        return *p;
    case 4:
        __VERIFIER_assume(0);
        for (;;) {
        }
    default:
        return 0;
    }
}
