// Activations that end the run do not return: nothing has to hold of their result.
// flags: --check assert
// expect: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int f(int n) {
    if (n < 0) exit(0);
    if (n == 0) return 1;
    int r = f(n - 1);
    if (r != 1) reach_error();
    return r;
}
int main(void) {
    if (f(__VERIFIER_nondet_int()) != 1) reach_error();
}
