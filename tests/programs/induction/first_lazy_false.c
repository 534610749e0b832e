// An object is made by the first iteration only.
// expect: FALSE(reach-error)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    int *p = 0;
    while (__VERIFIER_nondet_int()) {
        if (!p) {
            p = malloc(sizeof *p);
            *p = 0;
        }
        if (++*p == 14) reach_error();  // BUG
    }
}
