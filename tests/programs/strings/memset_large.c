// A large fill is one step.
// flags: --bound 2
// expect: TRUE
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned char a[100000];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    memset(a, 9, sizeof a);
    if (i < sizeof a)
        assert(a[i] == 9);
    return 0;
}
