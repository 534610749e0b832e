// Each thread has its own object, which ends with the thread.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <thread>
static int gone;
struct Own {
    int v = 1;
    ~Own() { gone += v; }
};
static thread_local Own own;
struct Last {
    ~Last() { assert(gone == 5); }
};
static Last last;
int main() {
    own.v = 2;
    std::thread t([] { own.v = 3; });
    t.join();
#ifdef WRONG
    assert(gone == 1); // BUG
#endif
    assert(gone == 3 && own.v == 2);
}
