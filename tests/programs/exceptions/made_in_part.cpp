// An exception in a constructor: members, bases and elements that are made already are destroyed, in reverse order.
// flags: --check default,memcleanup
// expect: TRUE
#include <cassert>
static int log[16], logged;
static void note(int n) { log[logged++] = n; }
struct Part {
    int n;
    explicit Part(int n) : n(n) { note(n); }
    ~Part() { note(-n); }
};
struct Whole : Part {
    Part a, b;
    Whole() : Part(1), a(2), b(3) { throw 4; }
    ~Whole() { note(99); }
};
struct Element {
    static int count;
    int n;
    Element() : n(++count) {
        if (n == 3) throw n;
    }
    ~Element() { note(-10 * n); }
};
int Element::count;
int main() {
    try {
        Whole *w = new Whole;
        delete w;
    } catch (int e) {
        note(e);
    }
    const int first[] = {1, 2, 3, -3, -2, -1, 4};
    assert(logged == 7);
    for (int i = 0; i < 7; i++) assert(log[i] == first[i]);
    logged = 0;
    try {
        Element *all = new Element[5];
        delete[] all;
    } catch (int e) {
        note(e);
    }
    assert(logged == 3 && log[0] == -20 && log[1] == -10 && log[2] == 3);
}
