// Virtual calls through a pointer that one of two classes hides behind; the destructor is the right one's.
// flags: --check default,memcleanup
// expect: TRUE
#include <cassert>
extern "C" int __VERIFIER_nondet_int(void);
static int destroyed;
struct Shape {
    virtual int area() const = 0;
    virtual ~Shape() {}
};
struct Square : Shape {
    int side;
    explicit Square(int s) : side(s) {}
    int area() const override { return side * side; }
    ~Square() override { destroyed = 1; }
};
struct Rectangle : Shape {
    int *sides;
    Rectangle(int w, int h) : sides(new int[2]{w, h}) {}
    int area() const override { return sides[0] * sides[1]; }
    ~Rectangle() override {
        delete[] sides;
        destroyed = 2;
    }
};
int main() {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10) return 0;
    Shape *s = n % 2 ? static_cast<Shape *>(new Square(n)) : new Rectangle(n, n + 1);
    assert(s->area() == (n % 2 ? n * n : n * (n + 1)));
    delete s;
    assert(destroyed == 2 - n % 2);
}
