// A function is called once; where it throws, the next call tries again.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
// flags: -DTHROWS
// expect: TRUE
#include <cassert>
#include <mutex>
#include <thread>
static std::once_flag flag;
static int calls, caught;
static void initialise(int n) {
    calls += n;
#ifdef THROWS
    if (calls == 1) throw 1;
#endif
}
static void run() { std::call_once(flag, initialise, 1); }
int main() {
#ifdef THROWS
    try {
        run();
    } catch (int) {
        caught = 1;
    }
    run();
    run();
    assert(calls == 2 && caught == 1);
#else
    std::thread t(run);
    run();
    t.join();
#ifdef WRONG
    assert(calls == 2); // BUG
#endif
    assert(calls == 1);
#endif
}
