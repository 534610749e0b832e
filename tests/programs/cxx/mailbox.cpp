// A mailbox between two threads.
// flags: -std=c++17 --engine symbolic
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
extern "C" int __VERIFIER_nondet_int();
static std::mutex lock;
static std::condition_variable filled;
static bool full;
static int letter;
int main() {
    int x = __VERIFIER_nondet_int();
    std::thread sender([x] {
        std::unique_lock<std::mutex> guard(lock);
        letter = x;
        full = true;
        filled.notify_one();
    });
    {
        std::unique_lock<std::mutex> guard(lock);
        filled.wait(guard, [] { return full; });
        assert(letter == x);
#ifdef FAIL
        assert(letter != 5); // BUG
#endif
    }
    sender.join();
}
