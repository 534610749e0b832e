// The program calls terminate, and throws again where nothing is handled.
// expect: FALSE(terminate)
// flags: -DAGAIN
// expect: FALSE(terminate)
// flags: -DHANDLED
// expect: FALSE(terminate)
// flags: -DHANDLED --check uncaught-exception
// expect: TRUE
// flags: --check assert
// expect: FALSE(assert)
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
