// A handler that runs when a loop ends the program sees what the loop did.
// flags: --check assert --timeout 3
// expect: UNKNOWN
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned i;
static void last(void) { if (i == 3000000000u) reach_error(); }
int main(void) {
    atexit(last);
    for (;; i++)
        if (__VERIFIER_nondet_uint()) exit(0);
}
