// An object that two threads want and one of them makes.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
static std::once_flag flag;
static int made;
static std::atomic<int> used;
static void use() {
    std::call_once(flag, [] { made++; });
    used += made;
}
int main() {
    std::thread other(use);
    use();
#ifdef FAIL
    assert(used == 2); // BUG
#endif
    other.join();
    assert(made == 1 && used == 2);
}
