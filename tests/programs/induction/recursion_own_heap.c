// What an activation allocates and frees itself is its own.
// flags: --check memory,assert
// expect: TRUE
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned f(unsigned n) {
    unsigned *own = malloc(sizeof *own);
    if (!own) return 0;
    *own = n;
    unsigned r = *own & 1;
    free(own);
    return n == 0 ? r : f(n - 1);
}
int main(void) {
    if (f(__VERIFIER_nondet_uint()) > 1) reach_error();
}
