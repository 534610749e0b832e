// Function objects, optional, tuple, variant by index.
// expect: FALSE(assert)
#include <cassert>
#include <functional>
#include <optional>
#include <tuple>
#include <variant>
int main() {
    int base = 1;
    std::function<int(int)> f = [&base](int x) { return x + base; };
    assert(f(2) == 3);
    std::optional<int> o;
    assert(!o);
    o = 5;
    assert(*o == 5);
    auto t = std::make_tuple(1, 'c');
    assert(std::get<1>(t) == 'c');
    std::variant<int, char> v = 'x';
    assert(v.index() == 1 && *std::get_if<char>(&v) == 'x');
    assert(v.index() == 0); // BUG
}
