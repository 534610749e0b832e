// expect: TRUE
#include <assert.h>
static int big[1000000];
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 1000000)
        return 0;
    big[i] = 5;
    big[(i + 1) % 1000000] = 6;
    assert(big[i] == 5);
    return 0;
}
