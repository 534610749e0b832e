// expect: TRUE
#include <assert.h>
#include <stdbool.h>
struct s { bool a : 1; bool b; unsigned long wide : 40; long low : 3; };
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    struct s v = {0};
    unsigned long x = __VERIFIER_nondet_ulong();
    v.a = x;
    v.b = x & 2;
    v.wide = x;
    assert(v.a == (x != 0) && v.b == (x >> 1 & 1));
    assert(v.wide == (x & 0xfffffffffful));
    v.low = -4;
    assert(v.low == -4 && v.wide == (x & 0xfffffffffful));
    return 0;
}
