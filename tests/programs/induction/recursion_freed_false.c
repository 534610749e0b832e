// Two activations free the same object.
// flags: --timeout 3
// expect: UNKNOWN
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static void f(char *p, unsigned n, unsigned depth) {
    if (depth == 100000 || depth == 100001) free(p);
    if (n > 0) f(p, n - 1, depth + 1);
}
int main(void) {
    char *p = malloc(1);
    f(p, __VERIFIER_nondet_uint(), 0);
}
