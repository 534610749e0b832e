// Workers that add to a sum under a lock.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <mutex>
#include <thread>
extern "C" int __VERIFIER_nondet_int();
static std::mutex lock;
static int sum;
static void work(int x) {
#ifdef FAIL
    int old = sum;
    std::lock_guard<std::mutex> guard(lock);
    sum = old + x;
#else
    std::lock_guard<std::mutex> guard(lock);
    sum += x;
#endif
}
int main() {
    int x = __VERIFIER_nondet_int() & 7;
    std::thread first(work, x), second(work, 1);
    first.join();
    second.join();
    assert(sum == x + 1); // BUG
}
