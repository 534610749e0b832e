// A reference that cannot be cast throws.
// expect: FALSE(uncaught-exception)
// flags: --check assert -DCAUGHT
// expect: TRUE
#include <cassert>
#include <typeinfo>
struct A {
    virtual ~A() {}
};
struct B : A {
    int b = 0;
};
int main() {
    A a;
#ifdef CAUGHT
    try {
        dynamic_cast<B &>(a).b = 1;
        assert(false);
    } catch (std::bad_cast &) {
    }
#else
    dynamic_cast<B &>(a).b = 1; // BUG
#endif
}
