// A violation on the way to an exception that nothing catches.
// flags: --check assert
// expect: FALSE(assert)
// flags: -D RIGHT
// expect: FALSE(uncaught-exception)
// flags: -D RIGHT --check assert
// expect: TRUE
#include <cassert>
extern "C" int __VERIFIER_nondet_int(void);
struct Guard {
    int *count;
    explicit Guard(int *c) : count(c) { ++*count; }
    ~Guard() { --*count; }
};
static int f(int *count, int x) {
    Guard g(count);
#ifndef RIGHT
    assert(x != 7); // BUG
#endif
    if (x > 5)
        throw x; // BUG
    return x;
}
int main() {
    int count = 0;
    int x = f(&count, __VERIFIER_nondet_int());
    assert(count == 0 && x <= 5);
}
