// The trace tells the input that was chosen.
// expect: FALSE(assert)
// stdout: 4711
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int secret = __VERIFIER_nondet_int();
    assert(secret != 4711); // BUG
    return 0;
}
