// Results of a thread, one of which is an exception.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>
extern "C" int __VERIFIER_nondet_int();
int main() {
    int x = __VERIFIER_nondet_int(), found = 0;
    std::promise<int> promise;
    std::future<int> result = promise.get_future();
    std::thread worker([&promise, x] {
        try {
            if (x == 3) throw std::runtime_error("three");
            promise.set_value(x / 2);
        } catch (...) {
            promise.set_exception(std::current_exception());
        }
    });
    try {
        found = result.get();
    } catch (const std::runtime_error &) {
        found = -3;
    }
    worker.join();
    assert(found == (x == 3 ? -3 : x / 2));
#ifdef FAIL
    assert(found != -3); // BUG
#endif
}
