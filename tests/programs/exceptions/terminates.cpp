// The program calls terminate, and throws again where nothing is handled; its handler is called before that is a violation.
// expect: FALSE(assert)
// flags: -DAGAIN
// expect: FALSE(assert)
// flags: -DHANDLED
// expect: FALSE(assert)
// flags: -DHANDLED --check uncaught-exception
// expect: TRUE
#include <cassert>
#include <exception>
static void last() { assert(false); } // BUG
int main() {
    std::set_terminate(last);
#ifdef HANDLED
    try {
        throw 1;
    } catch (int) {
        std::terminate(); // BUG
    }
#elif defined AGAIN
    throw; // BUG
#else
    std::terminate(); // BUG
#endif
}
