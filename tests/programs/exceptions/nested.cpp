// An exception that carries the one that was handled when it was made.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <cstring>
#include <exception>
#include <stdexcept>
static void outer() {
    try {
        throw std::runtime_error("inner");
    } catch (...) {
        std::throw_with_nested(std::logic_error("outer"));
    }
}
int main() {
    int seen = 0;
    try {
        outer();
    } catch (const std::exception &e) {
        assert(!std::strcmp(e.what(), "outer"));
        seen++;
        try {
            std::rethrow_if_nested(e);
        } catch (const std::runtime_error &inner) {
            assert(!std::strcmp(inner.what(), "inner"));
            std::rethrow_if_nested(inner);
            seen++;
        }
    }
#ifdef WRONG
    assert(seen == 1); // BUG
#endif
    assert(seen == 2);
}
