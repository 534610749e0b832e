// Virtual calls, pointers to members, thunks, lambdas and covariant results have the types of their functions.
// expect: TRUE
#include <cassert>
#include <functional>
struct Base {
    virtual ~Base() {}
    virtual Base *self() { return this; }
    virtual int sum(int a, double b) const { return a + static_cast<int>(b); }
};
struct Other {
    int pad = 1;
    virtual ~Other() {}
    virtual Other *other() { return this; }
    virtual int many(int n, ...) { return n; }
};
struct Derived : Base, Other {
    Derived *self() override { return this; }
    Derived *other() override { return this; }
    int sum(int a, double b) const override { return Base::sum(a, b) + 1; }
};
struct Complete : virtual Derived {
    bool flag(char c) const { return c == 'x'; }
};
int main() {
    Complete d;
    Base *b = &d;
    Other *o = &d;
    assert(b->self() == b && o->other() == o && b->sum(1, 2) == 4);
    int (Base::*sum)(int, double) const = &Base::sum;
    bool (Complete::*flag)(char) const = &Complete::flag;
    assert((b->*sum)(1, 2) == 4 && (d.*flag)('x'));
    std::function<int(int)> f = [&](int x) { return x + o->many(2, 3.0); };
    int (*plain)(long) = [](long x) { return static_cast<int>(x); };
    assert(f(1) == 3 && plain(5) == 5);
}
