// A file of the project that is an input is compiled as the project does, and its definitions count.
// with: lib/clock_fake.c
// flags: --all-of build
// expect: TRUE
#include "lib/lib.h"

extern void __VERIFIER_assert(int);
long real_only(void);

// Defined in the project, too, beside what is needed of it.
int lines = 5;

int main(void)
{
    struct queue q = { .count = 4 };
    push(&q, 1);
    __VERIFIER_assert(q.count == 4 && lines == 6);
    __VERIFIER_assert(now() == 0);
    // Its file calls the clock that counts.
    __VERIFIER_assert(real_only() == 1);
    return 0;
}
