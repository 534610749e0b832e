// flags: --bound 3
// expect: UNKNOWN
// flags: --bound 12
// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 10, i = 0;
    while (i < n)
        i++;
    assert(i == n);
    return 0;
}
