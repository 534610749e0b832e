// An object may be larger than any that the machine holds.
// replay: limit of objects
// expect: FALSE(reach-error)
// flags: -m32
// expect: FALSE(reach-error)
// flags: -D BEYOND
// expect: TRUE
#include <stdint.h>
#include <stdlib.h>
extern size_t __VERIFIER_nondet_size_t(void);
extern void reach_error(void);
int main(void) {
    size_t n = __VERIFIER_nondet_size_t();
    char *p = malloc(n);
    if (!p) return 0;
#ifdef BEYOND
    if (n > PTRDIFF_MAX) reach_error();
#else
    if (n > PTRDIFF_MAX / 4 * 3) reach_error(); // BUG
#endif
    return 0;
}
