// Destructors of static objects, of thread-local ones and handlers, the last one first.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <cstdlib>
static int order;
struct A { int n; A(int n) : n(n) {} ~A() { assert(order == n); order++; } };
static void handler() { assert(order == 1); order++; }
#ifdef WRONG
static void wrong() { assert(order == 1); } // BUG
#endif
static A a(3);
static A &in_function() { static A b(2); return b; }
thread_local A own(0);
int main() {
    in_function();
#ifdef WRONG
    std::atexit(wrong);
#endif
    std::atexit(handler);
    own.n = 0;
    if (order) std::quick_exit(0);
}
