// A reference to what was thrown, kept beyond its last handler.
// expect: FALSE(use-after-free)
#include <cassert>
static int *kept;
static int f(int x) {
    try {
        throw x;
    } catch (int &y) {
        kept = &y;
        try {
            throw;
        } catch (...) {
            assert(*kept == x);
        }
        assert(*kept == x);
    }
    return *kept; // BUG
}
int main() {
    return f(7);
}
