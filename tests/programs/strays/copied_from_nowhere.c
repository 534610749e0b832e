// Bytes are copied from where no object is: with checks of memory off, nothing is known of what arrives.
// flags: --check assert
// expect: UNKNOWN
// flags: --check assert -D FREED
// expect: UNKNOWN
// flags: --check assert -D SOMETIMES
// expect: UNKNOWN
// flags: --check assert,memory -D FREED
// expect: FALSE(use-after-free)
#include <assert.h>
#include <stdlib.h>
#include <string.h>
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
    char *p;
    char b[4] = {1, 1, 1, 1};
#ifdef FREED
    p = malloc(4);
    memset(p, 2, 4);
    free(p);
#elif defined SOMETIMES
    char c[4] = {1, 1, 1, 1};
    p = __VERIFIER_nondet_bool() ? c : c + 4;
#endif
    memcpy(b, p, 4);
    assert(b[0] == 1);
}
