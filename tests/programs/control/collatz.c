// flags: --bound 10
// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = 1 + __VERIFIER_nondet_uint() % 6, steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    assert(steps <= 8);
    return 0;
}
