// Pointers in an array of unknown length are copied to odd addresses, and found again.
// flags: --check assert,memory,leak
// expect: TRUE
// flags: --check assert,memory,leak -D BAD
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct item {
    unsigned length;
    char *text;
};
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (n == 0 || n > 5000 || i >= n || k >= n) return 0;
    struct item **from = malloc(n * sizeof *from);
    char *to = malloc(n * sizeof *from + 1);
    struct item one = {3, 0}, two = {4, 0};
    from[i] = &one;
#ifdef BAD
    from[k] = &two;
#else
    if (k != i) from[k] = &two;
#endif
    memcpy(to + 1, from, n * sizeof *from);
    struct item *found;
    memcpy(&found, to + 1 + i * sizeof *from, sizeof found);
    assert(found->length == 3); // BUG
    memset((char *)from + i, 0, 3);
    free(from);
    free(to);
}
