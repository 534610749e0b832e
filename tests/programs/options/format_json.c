// flags: --format json
// expect: FALSE(assert)
// stdout: "assert"
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    assert(__VERIFIER_nondet_int() != 1); // BUG
    return 0;
}
