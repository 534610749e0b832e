// The activation has returned.
// flags: --check assert,memory
// expect: UNKNOWN(unsupported)
#include <setjmp.h>
static jmp_buf place;
static int mark(void) { return setjmp(place); }
int main(void) {
    mark();
    longjmp(place, 1);
}
