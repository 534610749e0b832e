// A steady clock goes back in no thread, as far as other threads can tell.
// expect: TRUE
// flags: -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <chrono>
#include <thread>
using Clock = std::chrono::steady_clock;
int main() {
    const auto begin = Clock::now();
    Clock::time_point between;
    std::thread worker([&between] { between = Clock::now(); });
    worker.join();
    const auto end = Clock::now();
    assert(begin <= between && between <= end);
#ifdef FAIL
    assert(begin < end); // BUG
#endif
}
