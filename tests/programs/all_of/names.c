// Names that macros make, definitions in a header, parameters in the old style, tables of functions, and constructors.
// flags: --all-of build
// expect: TRUE
#include "lib/lib.h"

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100)
        return 0;
    __VERIFIER_assert(lib_pasted(x) == x + 1);
    __VERIFIER_assert(generated(x) == x + 3);
    __VERIFIER_assert(old_style(x, 1) == x - 1);
    __VERIFIER_assert(apply(0, x) == 2 * x);
    __VERIFIER_assert(apply(1, x) == 2 * x + 1);
    __VERIFIER_assert(hooked() == 2);
    __VERIFIER_assert(started() == 5);
    return 0;
}
