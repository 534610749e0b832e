// Variables whose blocks the marking call is in live again after a jump, others of inner blocks no longer.
// flags: --bound 4
// expect: TRUE
// flags: --bound 4 -DOUTSIDE
// expect: FALSE(use-after-return)
// flags: --bound 4 -DINDETERMINATE
// expect: FALSE(assert)
#include <assert.h>
#include <setjmp.h>
static jmp_buf place;
static int rounds, *inner;
static void leave(int n) {
    int own = n;
    inner = &own;
    longjmp(place, own);
}
int main(void) {
    {
        int before = 3;
        int value = setjmp(place);
        rounds++;
        assert(value == rounds - 1);
#ifdef INDETERMINATE
        assert(before == 3); // BUG
#endif
        if (value == 3) {
#ifdef OUTSIDE
            return *inner; // BUG
#endif
            return 0;
        }
        if (value == 1) {
            int deep = 1;
            inner = &deep;
            longjmp(place, 2);
        }
        before = 4;
    }
    leave(rounds);
}
