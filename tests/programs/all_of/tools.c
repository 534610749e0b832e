// Files of several programs: what only one of them reaches is no conflict.
// flags: --all-of build
// expect: TRUE
// flags: --all-of build -D USAGE
// expect: ERROR(lib/tool.c, lib/other_tool.c: each defines `usage`, which is needed)
#include "lib/lib.h"

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(tool() == 1 && lines == 0);
    __VERIFIER_assert(other_tool() == 2);
#ifdef USAGE
    void other_usage(void);
    other_usage();
#endif
    return 0;
}
