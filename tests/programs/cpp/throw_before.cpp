// A violation on the way to an exception is found; the exception is what the answer names otherwise.
// expect: FALSE(assert)
// flags: -D RIGHT
// expect: UNKNOWN(unsupported: call of __cxa_allocate_exception at throw_before.cpp:18)
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
        throw x;
    return x;
}
int main() {
    int count = 0;
    int x = f(&count, __VERIFIER_nondet_int());
    assert(count == 0 && x <= 5);
}
