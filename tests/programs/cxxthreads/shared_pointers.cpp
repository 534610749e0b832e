// Two threads share an object; who is the last one deletes it.
// expect: TRUE
// flags: --check race
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <memory>
#include <thread>
static int gone;
struct Thing {
    int v = 3;
    ~Thing() { gone++; }
};
int main() {
    auto p = std::make_shared<Thing>();
    std::weak_ptr<Thing> w = p;
    int got = 0;
    std::thread t([p, &got] { got = p->v; });
    p.reset();
#ifdef WRONG
    assert(w.lock()); // BUG
#endif
    t.join();
    assert(got == 3 && gone == 1 && w.expired());
}
