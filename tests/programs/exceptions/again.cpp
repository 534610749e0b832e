// Thrown again: to the next handler around, from a nested one, from a function's own try block.
// flags: --check default,memcleanup
// expect: TRUE
#include <cassert>
struct Counted {
    static int live;
    int v;
    explicit Counted(int v) : v(v) { live++; }
    Counted(const Counted &from) : v(from.v) { live++; }
    ~Counted() { live--; }
};
int Counted::live;
static void own(int x) try {
    if (x) throw Counted(x);
} catch (Counted &c) {
    c.v++;
    throw;
}
int main() {
    int seen = 0;
    try {
        own(4);
    } catch (Counted c) {
        assert(Counted::live == 2);
        seen = c.v;
    }
    assert(seen == 5 && Counted::live == 0);
    try {
        try {
            throw Counted(1);
        } catch (Counted &) {
            try {
                throw 2.5;
            } catch (double d) {
                assert(d == 2.5 && Counted::live == 1);
            }
            throw;
        }
    } catch (Counted &c) {
        seen = c.v;
    }
    assert(seen == 1 && Counted::live == 0);
    try {
        try {
            throw Counted(7);
        } catch (...) {
            throw 8;
        }
    } catch (int i) {
        assert(i == 8 && Counted::live == 0);
    }
}
