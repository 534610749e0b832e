// The first attempt to make a static object throws, the next one makes it.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <thread>
static int tries;
struct Thing {
    int v;
    Thing() : v(3) {
        if (++tries == 1) throw 1;
    }
};
static int get() {
    try {
        static Thing thing;
        return thing.v;
    } catch (int) {
        return 0;
    }
}
int main() {
    int x = 9;
    std::thread t([&] { x = get(); });
    int y = get();
    t.join();
#ifdef WRONG
    assert(y == 3); // BUG
#endif
    assert(x + y == 3 && tries == 2 && get() == 3);
}
