// An exception goes from one thread to another one.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <exception>
#include <thread>
struct Thing {
    int n;
};
int main() {
    std::exception_ptr p;
    std::thread t([&] {
        try {
            throw Thing{9};
        } catch (...) {
            p = std::current_exception();
        }
    });
    t.join();
    int seen = 0;
    try {
        std::rethrow_exception(p);
    } catch (Thing &thing) {
        seen = thing.n;
    }
#ifdef WRONG
    assert(seen == 0); // BUG
#endif
    assert(seen == 9);
}
