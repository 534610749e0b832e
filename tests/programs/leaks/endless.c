// Every moment counts: of runs that do not end, and of those that end in whatever way.
// flags: --check leak -DWAITS
// expect: FALSE(memory-leak)
// flags: --check leak -DWAITS -m32
// expect: FALSE(memory-leak)
// flags: --check leak,memcleanup -DWAITS
// expect: FALSE(memory-leak)
// flags: --check memcleanup -DWAITS
// expect: TRUE
// flags: --check leak -DCOLLECTS
// expect: FALSE(memory-leak)
// flags: --check leak -DABORTS
// expect: FALSE(memory-leak)
// flags: --check leak -DTRAPS
// expect: FALSE(memory-leak)
// flags: --check leak -DCRASHES
// expect: FALSE(memory-leak)
// flags: --check leak -DCHOOSES
// expect: FALSE(memory-leak)
// flags: --check leak -DFAILS
// expect: FALSE(memory-leak)
// flags: --check leak -DNESTED
// expect: FALSE(memory-leak)
// flags: --check leak -DLOST_BEFORE
// expect: FALSE(memory-leak)
// flags: --memory flat --check leak -DWAITS
// expect: UNKNOWN(unsupported: what points to heap objects in the flat memory model)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int zero;
static void wait(void) {
    while (__VERIFIER_nondet_int())
        ;
}
int main(void) {
#ifdef WAITS
    int *p = malloc(4); // BUG
    p = 0;
    for (;;)
        ;
#elif defined COLLECTS
    for (;;) {
        int *p = malloc(4); // BUG
        *p = 1;
    }
#elif defined ABORTS
    int *p = malloc(4); // BUG
    p = 0;
    abort();
#elif defined TRAPS
    int *p = malloc(4); // BUG
    p = 0;
    return 1 / zero;
#elif defined CRASHES
    int *p = malloc(4); // BUG
    p = 0;
    return *p;
#elif defined CHOOSES
    int *p = malloc(4); // BUG
    for (;;)
        if (__VERIFIER_nondet_int() == 7)
            p = 0;
#elif defined FAILS
    int *p = malloc(4); // BUG
    p = 0;
    __builtin_trap();
#elif defined NESTED
    int *p = malloc(4); // BUG
    for (;;) {
        wait();
        p = malloc(4); // BUG
        for (int i = 0; i < 3; i++)
            *p = i;
    }
#elif defined LOST_BEFORE
    int *p = malloc(4); // BUG
    if (__VERIFIER_nondet_int())
        p = 0;
    wait();
    for (;;)
        wait();
#endif
    return 0;
}
