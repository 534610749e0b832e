// Nothing has marked the place.
// expect: FALSE(null-dereference)
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf place;
int main(void) {
    if (__VERIFIER_nondet_int() && setjmp(place) != 0) return 0;
    longjmp(place, 1); // BUG
}
