// Threads with arguments; what they count under a mutex, and without one.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
// flags: --check race
// expect: TRUE
// flags: -DWRONG --check race
// expect: FALSE(race)
#include <cassert>
#include <mutex>
#include <thread>
static std::mutex m;
static int sum;
static void add(int n) {
#ifndef WRONG
    std::lock_guard<std::mutex> lock(m);
#endif
    sum += n; // BUG
}
int main() {
    std::thread a(add, 1), b([] { add(2); });
    a.join();
    b.join();
    assert(sum == 3); // BUG
}
