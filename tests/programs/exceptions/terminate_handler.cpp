// A handler of the program's end that ends it in an orderly way, and handlers that do not.
// expect: TRUE
// flags: -DUNCAUGHT
// expect: TRUE
// flags: -DRETURNS
// expect: FALSE(terminate)
// flags: -DRETURNS -DUNCAUGHT
// expect: FALSE(uncaught-exception)
// flags: -DABORTS
// expect: FALSE(terminate)
// flags: -DABORTS -DUNCAUGHT
// expect: FALSE(uncaught-exception)
// flags: -DABORT_ITSELF
// expect: FALSE(terminate)
// flags: -DTHROWS -DUNCAUGHT
// expect: FALSE(uncaught-exception)
// flags: -DBEFORE
// expect: FALSE(terminate)
#include <cstdlib>
#include <exception>
static std::terminate_handler before;
static void last() {
#ifdef RETURNS
#elif defined ABORTS
    std::abort(); // BUG
#elif defined THROWS
    throw 2; // BUG
#elif defined BEFORE
    before(); // BUG
#else
    std::exit(0);
#endif
} // BUG
static void promises() noexcept { throw 1; } // BUG
int main() {
#ifdef ABORT_ITSELF
    std::set_terminate(std::abort);
#else
    before = std::set_terminate(last);
#endif
    try {
#ifdef UNCAUGHT
        promises(); // BUG
#else
        std::terminate(); // BUG
#endif
    } catch (int) {
    }
}
