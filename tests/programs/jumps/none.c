// No place is marked anywhere.
// expect: FALSE(null-dereference)
#include <setjmp.h>
static jmp_buf place;
int main(void) {
    longjmp(place, 1); // BUG
}
