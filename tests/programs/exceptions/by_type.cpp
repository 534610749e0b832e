// Handlers by type: built-in, base class with another address, pointer, all; what is not caught flies on.
// expect: TRUE
// flags: -m32
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
extern "C" int __VERIFIER_nondet_int();
static int open;
struct Guard {
    Guard() { open++; }
    ~Guard() { open--; }
};
struct Base {
    int v = 1;
    virtual ~Base() {}
};
struct Other {
    int o = 5;
};
struct Derived : Other, Base {
    Derived() { v = 7; }
};
static int f(int x) {
    Guard guard;
    if (x == 1) throw 42;
    if (x == 2) throw Derived();
    if (x == 3) throw "text";
    if (x == 4) throw new Derived;
    return x;
}
static int g(int x) {
    Guard guard;
    try {
        return f(x);
    } catch (int i) {
        return i;
    } catch (Base &d) {
        return d.v;
    } catch (Base *d) {
        int v = d->v + 1;
        delete d;
        return v;
    }
}
int main() {
    int x = __VERIFIER_nondet_int();
    int r = 0;
    try {
        r = g(x);
    } catch (...) {
        r = -1;
    }
#ifdef WRONG
    assert(r != 7); // BUG
#endif
    assert(open == 0 && r == (x == 1 ? 42 : x == 2 ? 7 : x == 3 ? -1 : x == 4 ? 8 : x));
}
