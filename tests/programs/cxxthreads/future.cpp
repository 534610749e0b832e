// Futures give what promises and functions give, or their exceptions.
// expect: TRUE | UNKNOWN
// flags: -DWRONG
// expect: FALSE(assert) | UNKNOWN
// flags: -DALONE
// expect: TRUE
#include <cassert>
#include <cstring>
#include <future>
#include <stdexcept>
int main() {
#ifdef ALONE
    auto later = std::async(std::launch::deferred, [](int x) -> int { throw std::runtime_error("later"); }, 3);
    try {
        later.get();
        assert(false);
    } catch (std::runtime_error &e) {
        assert(!std::strcmp(e.what(), "later"));
    }
    std::packaged_task<int(int)> task([](int x) { return x + 1; });
    auto of_task = task.get_future();
    task(4);
    assert(of_task.get() == 5);
    std::future<int> broken;
    {
        std::promise<int> p;
        broken = p.get_future();
    }
    try {
        broken.get();
        assert(false);
    } catch (std::future_error &e) {
        assert(e.code() == std::future_errc::broken_promise);
    }
#else
    std::promise<int> p;
    auto f = p.get_future();
    std::thread t([&] { p.set_value(7); });
    int got = f.get();
    t.join();
#ifdef WRONG
    assert(got == 0); // BUG
#endif
    assert(got == 7);
#endif
}
