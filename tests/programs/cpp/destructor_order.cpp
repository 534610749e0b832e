// Locals die in the opposite order of their making, members after their owner's body, bases last.
// expect: TRUE
#include <cassert>
static int log_;
struct Digit {
    int d;
    explicit Digit(int x) : d(x) {}
    ~Digit() { log_ = log_ * 10 + d; }
};
struct Base {
    Digit in_base{1};
};
struct Derived : Base {
    Digit member{2};
    ~Derived() { log_ = log_ * 10 + 3; }
};
int main() {
    {
        Digit first(4);
        Derived second;
        Digit third(5);
    }
    assert(log_ == 53214);
}
