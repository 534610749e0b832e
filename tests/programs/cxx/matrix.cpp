// An array of objects, of which the constructor of one throws.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
extern "C" int __VERIFIER_nondet_int();
static int bad, alive, made;
struct Row {
    int *cells;
    Row() : cells(new int[2]()) {
        if (made == bad) {
            delete[] cells;
            throw bad;
        }
        made++, alive++;
    }
    ~Row() {
        delete[] cells;
        alive--;
    }
};
int main() {
    bad = __VERIFIER_nondet_int();
    int caught = -1;
    try {
        Row *rows = new Row[3];
        assert(alive == 3);
        delete[] rows;
    } catch (int which) {
        caught = which;
    }
    assert(alive == 0);
    assert((caught >= 0) == (bad >= 0 && bad < 3));
#ifdef FAIL
    assert(made != 2); // BUG
#endif
}
