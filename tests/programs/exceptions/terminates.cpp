// The program calls terminate, and throws again where nothing is handled.
// expect: FALSE(terminate)
// flags: -DAGAIN
// expect: FALSE(terminate)
// flags: --check assert
// expect: FALSE(assert)
#include <cassert>
#include <exception>
static void last() { assert(false); } // BUG
int main() {
    std::set_terminate(last);
#ifdef AGAIN
    throw; // BUG
#else
    std::terminate(); // BUG
#endif
}
