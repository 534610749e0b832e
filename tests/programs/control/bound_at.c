// flags: --bound 2 --bound-at main:12=12
// expect: TRUE
// flags: --bound 2 --bound-at main=12
// expect: TRUE
// flags: --bound 2
// expect: UNKNOWN
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 10;
    unsigned i = 0;
    while (i < n)
        i++;
    assert(i == n);
    return 0;
}
