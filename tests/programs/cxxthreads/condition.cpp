// A thread waits for a condition that another one makes true; without a look at it, it may wake before.
// expect: TRUE | UNKNOWN
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable c;
static bool ready;
static int x;
int main() {
    std::thread t([] {
        {
            std::lock_guard<std::mutex> lock(m);
            x = 5;
            ready = true;
        }
        c.notify_one();
    });
    {
        std::unique_lock<std::mutex> lock(m);
#ifdef WRONG
        if (!ready) c.wait(lock);
#else
        c.wait(lock, [] { return ready; });
#endif
        assert(x == 5); // BUG
    }
    t.join();
}
