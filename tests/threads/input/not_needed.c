// An input that decides nothing.
// expect: TRUE
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static int kept;
int main(void) {
    kept = __VERIFIER_nondet_int();
    puts("");
    return kept;
}
