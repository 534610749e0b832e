// Casts down, across and to the complete object, with several bases and with a virtual one.
// expect: TRUE
// flags: -m32
// expect: TRUE
#include <cassert>
struct A {
    int a = 1;
    virtual ~A() {}
};
struct B {
    int b = 2;
    virtual ~B() {}
};
struct Both : A, B {
    int c = 3;
};
struct Hidden : private A, public B {
    A *as_a() { return this; }
};
struct Left : virtual A {};
struct Right : virtual A {};
struct Diamond : Left, Right {};
struct Twice : Both {};
struct Other : A {};
int main() {
    Both both;
    Twice twice;
    Hidden hidden;
    Diamond diamond;
    Other other;
    A *a = &both;
    assert(dynamic_cast<Both *>(a) == &both);
    assert(dynamic_cast<B *>(a) == &both && dynamic_cast<B *>(a)->b == 2);
    assert(dynamic_cast<void *>(static_cast<B *>(&both)) == &both);
    assert(!dynamic_cast<Other *>(a) && !dynamic_cast<Twice *>(a));
    a = &twice;
    assert(dynamic_cast<Both *>(a) == &twice && dynamic_cast<B *>(a) == &twice);
    a = hidden.as_a();
    assert(!dynamic_cast<B *>(a) && !dynamic_cast<Hidden *>(a));
    a = &diamond;
    assert(dynamic_cast<Diamond *>(a) == &diamond && dynamic_cast<Left *>(a) == &diamond);
    Right *right = &diamond;
    assert(dynamic_cast<Left *>(right) == &diamond);
    a = &other;
    assert(dynamic_cast<Other *>(a) == &other && !dynamic_cast<Both *>(a));
    A *none = nullptr;
    assert(!dynamic_cast<Both *>(none));
}
