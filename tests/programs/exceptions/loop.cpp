// Exceptions in a loop without a bound, proven by induction.
// expect: TRUE
#include <cassert>
extern "C" int __VERIFIER_nondet_int();
static void f(int x) {
    if (x > 3) throw x;
}
int main() {
    int caught = 0;
    while (__VERIFIER_nondet_int()) {
        try {
            f(__VERIFIER_nondet_int());
        } catch (int x) {
            assert(x > 3);
            caught = 1;
        }
        assert(caught == 0 || caught == 1);
    }
}
