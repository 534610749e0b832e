// A jump out of a block ends what lives in it.
// flags: --bound 4
// expect: FALSE(use-after-return)
// flags: --bound 4 -DLIVES
// expect: TRUE
#include <setjmp.h>
static jmp_buf place;
static int *kept;
int main(void) {
#ifdef LIVES
    int deep;
#endif
    if (setjmp(place) == 0) {
#ifndef LIVES
        int deep;
#endif
        deep = 1;
        kept = &deep;
        longjmp(place, 1);
    }
    *kept = 2; // BUG
    return 0;
}
