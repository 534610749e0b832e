// What a program needs out of a project: pushes reach the log, its level, and not the clock.
// flags: --all-of build
// expect: TRUE
// flags: --all-of build/compile_commands.json -D QUIET
// expect: FALSE(assert)
#include "lib/lib.h"

extern void __VERIFIER_assert(int);

int main(void)
{
    struct queue q = { .count = 0 };
#ifdef QUIET
    log_level = 2;
#endif
    for (int i = 0; i < 6; i++)
        push(&q, i);
    __VERIFIER_assert(q.count == 4);
    __VERIFIER_assert(lines == 2); // BUG
    return 0;
}
