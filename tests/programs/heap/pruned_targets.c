// What a branch says of a pointer holds for its copies that are stored in it, and no longer where control joins.
// flags:
// expect: TRUE
// flags: -D JOIN
// expect: FALSE(assert)
// flags: -D LATER
// expect: FALSE(null-dereference)
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int x = 1, y = 2;
int *held;
struct pair { int *p; } in;
int main(void) {
    int *p = __VERIFIER_nondet_bool() ? &x : __VERIFIER_nondet_bool() ? &y : 0;
    int *q = p;
    if (p == &x) {
        held = q;
        in.p = q;
        assert(*held == 1 && in.p == &x);
    } else if (p) {
        held = p;
        in.p = held;
        assert(*in.p == 2);
    } else {
        held = q;
        assert(!held);
#ifndef LATER
        held = &x;
#endif
    }
#ifdef JOIN
    assert(held == &x); // BUG
#endif
#ifdef LATER
    return *held - 1; // BUG
#endif
    assert(*held == 1 || held == &y);
    assert(p ? in.p == p : !in.p);
}
