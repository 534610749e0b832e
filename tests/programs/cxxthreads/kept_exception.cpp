// Two threads throw one exception object again at the same time.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <exception>
#include <thread>
struct Thing {
    int n;
    explicit Thing(int n) : n(n) {}
    ~Thing() { n = 0; }
};
static std::exception_ptr p;
static int seen[2];
static void work(int i) {
    try {
        std::rethrow_exception(p);
    } catch (Thing &t) {
        seen[i] = t.n;
    }
}
int main() {
    p = std::make_exception_ptr(Thing(4));
    std::thread a(work, 0), b(work, 1);
    a.join();
    b.join();
#ifdef WRONG
    assert(seen[0] != seen[1]); // BUG
#endif
    assert(seen[0] == 4 && seen[1] == 4);
}
