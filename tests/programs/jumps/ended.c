// The function that marked the place has returned.
// expect: FALSE(use-after-return)
#include <setjmp.h>
static jmp_buf place;
static int mark(void) { return setjmp(place); }
int main(void) {
    mark();
    longjmp(place, 1); // BUG
}
