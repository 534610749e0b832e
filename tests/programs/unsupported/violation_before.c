// A violation before the unsupported construct is still one.
// expect: FALSE(assert)
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 3); // BUG
    __asm__ volatile("nop\n\tnop" : "+r"(x));
    return x;
}
