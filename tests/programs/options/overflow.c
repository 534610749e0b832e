// flags: --property overflow.prp
// expect: FALSE(signed-overflow)
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 1);
    return x - 1; // BUG
}
