// A promise passes an exception on.
// expect: TRUE | UNKNOWN
// flags: -DWRONG
// expect: FALSE(assert) | UNKNOWN
#include <cassert>
#include <future>
#include <stdexcept>
int main() {
    std::promise<int> p;
    auto f = p.get_future();
    std::thread t([&] {
        try {
            throw std::out_of_range("range");
        } catch (...) {
            p.set_exception(std::current_exception());
        }
    });
    int seen = 0;
    try {
        f.get();
    } catch (std::logic_error &) {
        seen = 1;
    }
    t.join();
#ifdef WRONG
    assert(seen == 0); // BUG
#endif
    assert(seen == 1);
}
