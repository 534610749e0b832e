// Each activation has locals of its own.
// flags: --bound 6
// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
static int chain(unsigned n, int *above) {
    int mine = (int)n;
    if (n == 0)
        return *above;
    int r = chain(n - 1, &mine);
    assert(&mine != above && mine == (int)n);
    return r + (above ? *above : 0);
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 4;
    if (n == 0)
        return 0;
    int r = chain(n, 0);
    assert(r == (n == 1 ? 1 : n == 2 ? 3 : 6));
    return 0;
}
