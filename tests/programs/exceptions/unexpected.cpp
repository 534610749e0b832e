// Handlers of unexpected exceptions throw what the function lists, or something else.
// flags: --std c++14
// expect: TRUE
// flags: --std c++14 -DBAD
// expect: TRUE
// flags: --std c++14 -DBAD -DWRONG
// expect: FALSE(assert)
// flags: --std c++14 -DOTHER
// expect: FALSE(uncaught-exception)
// flags: --std c++14 -DRETURNS
// expect: FALSE(uncaught-exception)
// flags: --std c++14 -DAGAIN
// expect: TRUE
#include <cassert>
#include <exception>
static int made, gone;
struct Thing {
    Thing() { made++; }
    Thing(const Thing &) { made++; }
    ~Thing() { gone++; }
};
#if defined BAD || defined AGAIN
#define LIST double, std::bad_exception
#else
#define LIST double
#endif
static void handler() {
#ifdef RETURNS
#elif defined BAD || defined OTHER
    Thing thing;
    throw 1L; // BUG
#elif defined AGAIN
    throw;
#else
    try {
        throw 'c';
    } catch (char) {
    }
    throw 2.5;
#endif
} // BUG
static void f() throw(LIST) {
    Thing other;
    throw Thing(); // BUG
} // BUG
int main() {
    int seen = 0;
    std::set_unexpected(handler);
    try {
        f(); // BUG
    } catch (double) {
        seen = 1;
    } catch (std::bad_exception &) {
        seen = 2;
    }
#ifdef WRONG
    assert(seen == 1); // BUG
#elif defined BAD || defined AGAIN
    assert(seen == 2 && made == gone && !std::uncaught_exception());
#else
    assert(seen == 1 && made == gone && !std::uncaught_exception());
#endif
}
