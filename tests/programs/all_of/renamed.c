// A file that does not compile may define what another one defines, too.
// flags: --all-of build
// expect: TRUE
// stderr: lib/broken_copy.c is left out, and may define lib_renamed: lib/broken_copy.c:6:16: use of undeclared identifier 'nothing'
#include "lib/lib.h"

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(renamed(1) == 3);
    return 0;
}
