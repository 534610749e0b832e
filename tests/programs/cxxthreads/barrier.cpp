// Threads that meet at a barrier, whose completion runs once in each phase; one of them drops out.
// flags: -std=c++20 --memory-model sc --check assert,deadlock
// expect: TRUE
// flags: -std=c++20 --memory-model sc -DWRONG --check assert
// expect: FALSE(assert)
// flags: -std=c++20 --memory-model sc -DTOO_FEW --check deadlock
// expect: FALSE(deadlock)
// flags: -std=c++20 --memory-model sc --check race
// expect: TRUE
#include <barrier>
#include <cassert>
#include <thread>
static int phases, a, b;
struct Completes {
    void operator()() noexcept {
        phases++;
        assert(a == 1 && (phases == 1 ? b == 1 : b == 2));
    }
};
int main() {
    std::barrier<Completes> meeting(2);
    std::thread t([&] {
        a = 1;
#ifndef TOO_FEW
        meeting.arrive_and_drop();
#endif
    });
    b = 1;
    auto token = meeting.arrive();
    meeting.wait(std::move(token));
#ifdef WRONG
    assert(phases == 0);
#endif
    assert(phases == 1 && a == 1);
    b = 2;
    meeting.arrive_and_wait();
    assert(phases == 2);
    t.join();
}
