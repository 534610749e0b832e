// expect: TRUE|UNKNOWN(unsupported)
#include <cassert>
extern "C" int __VERIFIER_nondet_int(void);
struct Shape {
    virtual int area() const = 0;
    virtual ~Shape() {}
};
struct Square : Shape {
    int side;
    explicit Square(int s) : side(s) {}
    int area() const override { return side * side; }
};
struct Strip : Square {
    using Square::Square;
    int area() const override { return side; }
};
int main() {
    Square q(5);
    Strip s(7);
    const Shape &shape = __VERIFIER_nondet_int() ? static_cast<Shape &>(q) : s;
    assert(shape.area() == 25 || shape.area() == 7);
    return 0;
}
