// flags: --all
// expect: FALSE(assert)
// stdout: all.c:10
// stdout: all.c:12
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1)
        assert(x == 2);
    if (x == 3)
        assert(x == 4);
    assert(x == x);
    return 0;
}
