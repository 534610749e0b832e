// Lambdas with captures by value and by reference, generic ones, as arguments of templates.
// expect: FALSE(assert)
#include <cassert>
extern "C" int __VERIFIER_nondet_int(void);
template <class F> static int twice(F f, int x) { return f(f(x)); }
int main() {
    int n = __VERIFIER_nondet_int(), calls = 0;
    if (n < 0 || n > 100) return 0;
    auto add = [n, &calls](auto x) {
        calls++;
        return n + x;
    };
    assert(twice(add, 1) == 2 * n + 1 && calls == 2);
    n++;
    assert(add(0) != 41); // BUG
}
