// Shapes in a variant, an optional and an any.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <any>
#include <cassert>
#include <optional>
#include <string>
#include <variant>
extern "C" int __VERIFIER_nondet_int();
struct Circle {
    int radius;
};
struct Square {
    int side;
};
using Shape = std::variant<Circle, Square, std::string>;
static std::optional<int> size(const Shape &shape) {
    if (auto *circle = std::get_if<Circle>(&shape)) return 2 * circle->radius;
    if (auto *square = std::get_if<Square>(&shape)) return square->side;
    return std::nullopt;
}
int main() {
    int which = __VERIFIER_nondet_int();
    Shape shape = Circle{which & 7};
    if (which > 100) shape = Square{5};
    if (which < 0) shape = "none";
    assert(size(shape).value_or(-1) <= 14);
    bool failed = false;
    try {
        std::get<Square>(shape);
    } catch (const std::bad_variant_access &) {
        failed = true;
    }
    assert(failed == (which <= 100));
    std::any box = which;
    assert(std::any_cast<int>(box) == which && std::any_cast<long>(&box) == nullptr);
#ifdef FAIL
    assert(size(shape).has_value()); // BUG
#endif
}
