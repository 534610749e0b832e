// Threads, mutexes and condition variables of libc++.
// flags: -stdlib=libc++ --engine explicit
// expect: FALSE(assert)
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::recursive_mutex again;
static std::condition_variable changed;
static int ready, total;

static void add(int n) {
    std::lock_guard<std::recursive_mutex> outer(again);
    std::lock_guard<std::recursive_mutex> inner(again);
    total += n;
}

static void tell() {
    add(2);
    {
        std::lock_guard<std::mutex> own(lock);
        ready = 1;
    }
    changed.notify_one();
}

int main() {
    int seen;
    std::thread other(tell);
    {
        std::unique_lock<std::mutex> own(lock);
        seen = ready;
        changed.wait(own, [] { return ready == 1; });
    }
    other.join();
    assert(total == 2 && !other.joinable());
    std::thread more(add, 3);
    more.join();
    assert(total == 5);
    assert(seen == 0); // BUG
}
