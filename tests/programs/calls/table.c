// expect: FALSE(assert)
#include <assert.h>
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*const ops[])(int, int) = {add, sub, mul};
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 3)
        return 0;
    int r = ops[i](6, 3);
    assert(r != 3); // BUG
    return 0;
}
