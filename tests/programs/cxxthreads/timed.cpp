// Locks and waits that end after a time.
// flags: -std=c++20
// expect: TRUE
// flags: -std=c++20 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
int main() {
    std::timed_mutex mutex;
    std::mutex plain;
    std::condition_variable changed;
    mutex.lock();
    bool got = true;
    std::thread other([&] { got = mutex.try_lock_for(std::chrono::milliseconds(1)); if (got) mutex.unlock(); });
    std::unique_lock<std::mutex> lock(plain);
    auto status = changed.wait_for(lock, std::chrono::seconds(1));
#ifdef FAIL
    assert(status == std::cv_status::no_timeout); // BUG
#endif
    (void)status;
    other.join();
    assert(!got);
    mutex.unlock();
}
