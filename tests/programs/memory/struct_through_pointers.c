// Whole structures are copied between objects that are chosen by input.
// expect: TRUE
#include <assert.h>
struct s { char tag; long v; int *p; };
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 5, y = 6;
    struct s a = {1, 10, &x}, b = {2, 20, &y}, c = {3, 30, 0};
    struct s *from = __VERIFIER_nondet_int() ? &a : &b, *to = __VERIFIER_nondet_int() ? &b : &c;
    struct s old = *from;
    *to = *from;
    assert(to->tag == old.tag && to->v == old.v && to->p == old.p);
    *to->p += 100;
    assert(x + y == 111);
    return 0;
}
