// Several files define a needed function.
// flags: --all-of build
// expect: ERROR(lib/clock_real.c, lib/clock_fake.c: each defines `now`, which is needed)
// flags: --all-of build --override clock_mine.c
// expect: TRUE
// flags: --all-of build -D REAL
// expect: TRUE
// flags: --all-of build --remove-body now
// expect: FALSE(assert)
// flags: --all-of build --stub now=six
// expect: TRUE
#include "lib/lib.h"

extern void __VERIFIER_assert(int);
long real_only(void);

long six(void)
{
    return 6;
}

int main(void)
{
#ifdef REAL
    // Its file defines the clock, too.
    __VERIFIER_assert(real_only() == 8);
    __VERIFIER_assert(now() == 7);
#else
    __VERIFIER_assert(now() == 6); // BUG
#endif
    return 0;
}
