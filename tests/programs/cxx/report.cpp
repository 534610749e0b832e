// A report that is formatted into a text.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
extern "C" int __VERIFIER_nondet_int();
struct Point {
    int x, y;
};
static std::ostream &operator<<(std::ostream &out, const Point &p) {
    return out << '(' << p.x << ", " << p.y << ')';
}
int main() {
    bool wide = __VERIFIER_nondet_int();
    std::ostringstream out;
    out << std::setw(wide ? 6 : 4) << std::setfill('0') << 42 << ' ' << std::hex << std::showbase << 255 << ' ' << std::boolalpha << wide;
    out << ' ' << std::dec << Point{1, -2};
    std::cout << out.str() << std::endl;
    assert(out.str() == (wide ? "000042 0xff true (1, -2)" : "0042 0xff false (1, -2)"));
#ifdef FAIL
    assert(out.str().size() == 23); // BUG
#endif
}
