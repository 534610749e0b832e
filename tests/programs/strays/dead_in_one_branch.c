// What an object holds where it is dead does not matter after a merge, and where it lives it does.
// flags: --check assert
// expect: FALSE(reach-error)
// flags: --check assert -D LIVE
// expect: TRUE
// flags: --check assert -D REALLOC
// expect: TRUE
#include <stdlib.h>
void reach_error(void) {}
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
    int *x = malloc(sizeof *x);
    *x = 7;
    _Bool freed = __VERIFIER_nondet_bool();
    if (freed) {
        *x = 9;
#ifdef REALLOC
        x = realloc(x, 2 * sizeof *x);
        x[1] = 9;
#else
        free(x);
#endif
    }
#ifdef LIVE
    if (!freed && *x != 7)
        reach_error();
#elif defined REALLOC
    if (*x != (freed ? 9 : 7))
        reach_error();
#else
    if (freed && *x == 1234)
        reach_error();
#endif
}
