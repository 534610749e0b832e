// A lock that its owner takes again, and one that readers share.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
extern "C" int __VERIFIER_nondet_int();
static std::recursive_mutex own;
static std::shared_mutex table;
static int entries = 1, copies = 1;
static void add(int depth) {
    std::lock_guard<std::recursive_mutex> guard(own);
    if (depth > 0) add(depth - 1);
}
static void write() {
    add(1);
#ifdef FAIL
    std::shared_lock<std::shared_mutex> guard(table);
#else
    std::unique_lock<std::shared_mutex> guard(table);
#endif
    entries++;
    copies++;
}
int main() {
    std::thread writer(write);
    {
        std::shared_lock<std::shared_mutex> guard(table);
        assert(entries == copies); // BUG
    }
    add(1);
    writer.join();
}
