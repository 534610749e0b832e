// All values can occur, the least one too.
// expect: FALSE(assert)
#include <assert.h>
#include <limits.h>
long long __VERIFIER_nondet_longlong(void);
int main(void) {
    long long l = __VERIFIER_nondet_longlong();
    assert(l != LLONG_MIN); // BUG
    return 0;
}
