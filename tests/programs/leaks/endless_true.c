// What is tracked for ever is not lost, and runs that an assumption excludes are none.
// flags: --check leak -DWAITS
// expect: TRUE
// flags: --check leak -DABORTS
// expect: TRUE
// flags: --check leak -DCALLER
// expect: TRUE
// flags: --check leak -DCHANGES
// expect: TRUE
// flags: --check leak -DEXCLUDED
// expect: TRUE
// flags: --check leak -DCRASHES
// expect: TRUE
// flags: --check leak -DMOVES
// expect: TRUE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static void check(int ok) {
    if (!ok)
        abort();
}
static int *kept;
int main(void) {
#ifdef WAITS
    int *p = malloc(4);
    *p = 1;
    for (;;)
        ;
#elif defined ABORTS
    int *p = malloc(4);
    *p = 1;
    abort();
#elif defined CALLER
    int *p = malloc(4);
    *p = 1;
    check(__VERIFIER_nondet_int());
    free(p);
#elif defined CHANGES
    int *p = malloc(4);
    for (;;) {
        *p = __VERIFIER_nondet_int();
        check(*p != 3);
    }
#elif defined EXCLUDED
    int *p = malloc(4);
    p = 0;
    __VERIFIER_assume(0);
    for (;;)
        ;
#elif defined CRASHES
    int *p = malloc(4), *q = 0;
    *p = 1;
    return *q;
#elif defined MOVES
    int *p = malloc(4), *q = 0;
    for (int i = 0; i < 200; i++) {
        q = p;
        p = 0;
        kept = q;
        q = 0;
        p = kept;
        kept = 0;
    }
    free(p);
#endif
    return 0;
}
