// Exceptions that are kept in std::exception_ptr and thrown again; their object lives as long as anybody refers to it.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
// flags: -DUNCAUGHT
// expect: FALSE(uncaught-exception)
#include <cassert>
#include <exception>
static int live;
struct Thing {
    int n;
    explicit Thing(int n) : n(n) { live++; }
    Thing(const Thing &other) : n(other.n) { live++; }
    ~Thing() { live--; }
};
int main() {
    std::exception_ptr p;
    assert(!p && !std::current_exception());
    try {
        throw Thing(5);
    } catch (...) {
        p = std::current_exception();
    }
    assert(live == 1);
    try {
        std::rethrow_exception(p);
    } catch (Thing &t) {
        assert(t.n == 5 && std::current_exception() == p);
        t.n = 6;
    }
    std::exception_ptr q = p;
    p = nullptr;
    try {
        try {
            std::rethrow_exception(q);
        } catch (Thing &) {
            throw;
        }
    } catch (Thing &t) {
        assert(t.n == 6);
#ifdef WRONG
        assert(t.n == 5); // BUG
#endif
    }
    assert(live == 1);
    q = std::make_exception_ptr(Thing(3));
    assert(live == 1);
    try {
        std::rethrow_exception(q);
    } catch (Thing &t) {
        q = nullptr;
        assert(t.n == 3 && live == 1);
    }
    assert(live == 0);
#ifdef UNCAUGHT
    std::rethrow_exception(std::make_exception_ptr(1)); // BUG
#endif
}
