// A thread waits until another one has changed an atomic object.
// flags: --std c++20
// expect: TRUE | UNKNOWN
// flags: --std c++20 -DWRONG
// expect: FALSE(assert)
// flags: --std c++20 -DSILENT
// expect: FALSE(deadlock)
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> a;
static int x;
int main() {
    std::thread t([] {
        x = 3;
        a = 1;
#ifndef SILENT
        a.notify_one();
#endif
    });
    a.wait(0);
#ifdef WRONG
    assert(x == 0);
#endif
    assert(a == 1 && x == 3);
    t.join();
}
