// flags: --bound 8
// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned sum(unsigned n) { return n == 0 ? 0 : n + sum(n - 1); }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 6;
    assert(sum(n) == n * (n + 1) / 2);
    return 0;
}
