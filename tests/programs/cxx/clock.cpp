// A deadline by a clock that never goes back.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <chrono>
using namespace std::chrono;
int main() {
    auto begin = steady_clock::now();
    auto deadline = begin + milliseconds(5);
    int rounds = 0;
    while (rounds < 3 && steady_clock::now() < deadline) rounds++;
    auto end = steady_clock::now();
    assert(end >= begin);
    assert(duration_cast<microseconds>(deadline - begin).count() == 5000);
    assert(rounds == 3 || end >= deadline);
#ifdef FAIL
    assert(rounds == 3); // BUG
#endif
}
