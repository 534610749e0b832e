// An exception that nothing catches, and one that leaves a function that promises to throw none.
// expect: FALSE(uncaught-exception)
// flags: -DPROMISES
// expect: FALSE(uncaught-exception)
// flags: -DCAUGHT
// expect: TRUE
// flags: --check assert
// expect: TRUE
#include <stdexcept>
extern "C" int __VERIFIER_nondet_int();
static void f(int x) {
#if !defined PROMISES
    if (x > 5) throw std::runtime_error("large"); // BUG
#else
    if (x > 5) throw std::runtime_error("large");
#endif
}
static void g(int x) noexcept {
    f(x); // BUG
}
int main() {
    int x = __VERIFIER_nondet_int();
#ifdef PROMISES
    try {
        g(x);
    } catch (...) {
    }
#elif defined CAUGHT
    try {
        f(x);
    } catch (const std::exception &) {
    }
#else
    if (x < 0) g(0);
    f(x);
#endif
}
