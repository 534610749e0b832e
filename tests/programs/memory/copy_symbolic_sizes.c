// Copies between objects of unknown sizes: their arrays have elements of different sizes at first.
// flags: --check assert,memory,leak
// expect: TRUE
// flags: --check assert,memory,leak -D BAD
// expect: FALSE(assert)
// flags: --check assert,memory,leak -D LONG
// expect: FALSE(invalid-read|invalid-write)
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    if (n < 8 || n > 100000 || m < n || m > 200000) return 0;
    int *from = malloc(4 * n);
    char *to = malloc(4 * m + 3);
    from[n - 1] = 7;
    unsigned count = __VERIFIER_nondet_uint();
#ifndef LONG
    if (count > 4 * n) count = 0;
#endif
    memcpy(to + 3, from, count); // BUG
    to[2] = 1;
    int x;
    if (count >= 4) {
        memcpy(&x, to + 3, 4);
        assert(x == from[0]);
    }
    if (count == 4 * n) {
        memcpy(&x, to + 3 + 4 * (n - 1), 4);
#ifdef BAD
        assert(x == 8); // BUG
#else
        assert(x == 7);
#endif
    }
    free(from);
    free(to);
}
