// A latch, a semaphore, and a thread that is joined by its destructor.
// flags: -std=c++20 --memory-model sc
// expect: TRUE
// flags: -std=c++20 --memory-model sc -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <chrono>
#include <latch>
#include <semaphore>
#include <thread>
static int made, taken;
int main() {
    std::latch ready(1);
    std::counting_semaphore<2> room(1);
    const auto today = std::chrono::system_clock::now();
    assert(today.time_since_epoch().count() >= 0);
    {
        std::jthread worker([&] {
            room.acquire();
            made = 1;
            ready.count_down();
        });
#ifndef FAIL
        ready.wait();
#endif
        taken = made;
    }
    assert(made == 1 && taken == 1); // BUG
    assert(!room.try_acquire());
}
