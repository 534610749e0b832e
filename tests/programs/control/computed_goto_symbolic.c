// flags: --bound 5
// expect: FALSE(assert)
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    static void *labels[] = {&&a, &&b, &&c};
    int r = 0;
    goto *labels[__VERIFIER_nondet_uint() % 3];
a: r = 1; goto out;
b: r = 2;
c: r += 5;
out:
    assert(r != 7); // BUG
    return 0;
}
