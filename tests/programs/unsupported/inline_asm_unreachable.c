// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int x = 3;
    if (n % 4 == 5)
        __asm__ volatile("addl $1, %0" : "+r"(x));
    assert(x == 3);
    return 0;
}
