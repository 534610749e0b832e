// Type information is an object of a class of the library.
// expect: TRUE
// flags: -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <typeinfo>
struct Base {
    virtual ~Base() {}
};
struct Derived : Base {};
enum class Colour { red };
int main() {
    const std::type_info &number = typeid(int), &base = typeid(Base), &derived = typeid(Derived), &colour = typeid(Colour);
    assert(typeid(number) == typeid(typeid(long)) && typeid(number) != typeid(base));
    assert(typeid(base) != typeid(derived) && typeid(colour) != typeid(number));
    assert(dynamic_cast<const void *>(&base) == &base);
#ifdef FAIL
    assert(typeid(typeid(char *)) == typeid(number)); // BUG
#endif
}
