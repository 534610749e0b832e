// expect: FALSE(assert)
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 1000 && x % 7 == 3)
        assert(x != 12345 - 12345 % 7 + 3); // BUG
    return 0;
}
