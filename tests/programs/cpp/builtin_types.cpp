// What the C++ library has for built-in types: their information, which programs only declare.
// expect: TRUE
// flags: --memory flat
// expect: TRUE
// flags: -DINDEX
// expect: TRUE
// flags: -DANY
// expect: TRUE
// flags: -DBEFORE
// expect: FALSE(invalid-read)
#include <any>
#include <cassert>
#include <typeindex>
#include <typeinfo>
int main() {
#if defined INDEX
    std::type_index a(typeid(int)), b(typeid(char));
    assert(a != b);
#elif defined ANY
    std::any a = 5;
    assert(std::any_cast<int>(a) == 5);
#elif defined BEFORE
    return reinterpret_cast<const char *>(&typeid(int))[-1]; // BUG
#else
    assert(typeid(int).name()[0] == 'i');
#endif
    return 0;
}
