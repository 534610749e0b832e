// abort() and _Exit() run no destructors.
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
__attribute__((destructor)) static void never(void) { assert(0); }
int main(void) {
    if (__VERIFIER_nondet_int())
        abort();
    _Exit(0);
}
