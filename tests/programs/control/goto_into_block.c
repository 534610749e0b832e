// flags: --bound 8
// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 0, n = __VERIFIER_nondet_int();
    if (n == 1)
        goto inside;
    for (; x < 3; x++) {
        if (n == 2) {
        inside:
            x += 10;
        }
    }
    assert(x == 3 || x == 11);
    return 0;
}
