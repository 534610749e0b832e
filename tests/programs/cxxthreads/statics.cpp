// Two threads need a static object of a function at once.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <thread>
static int made;
struct Thing {
    int v;
    Thing() : v(7) { made++; }
};
static int get() {
    static Thing thing;
    return thing.v;
}
int main() {
    int x = 0;
    std::thread t([&] { x = get(); });
    int y = get();
    t.join();
#ifdef WRONG
    assert(made == 2); // BUG
#endif
    assert(x == 7 && y == 7 && made == 1);
}
