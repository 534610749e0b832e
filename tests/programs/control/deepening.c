// Without a bound the tool deepens by itself.
// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 7, i = 0;
    do
        i += 2;
    while (i < n);
    assert(i >= n && i % 2 == 0);
    return 0;
}
