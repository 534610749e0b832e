// flags: --bound 6
// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 5, count = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i; j < n; j++)
            count++;
    assert(count == n * (n + 1) / 2);
    return 0;
}
