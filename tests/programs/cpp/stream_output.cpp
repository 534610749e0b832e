// Streams of strings hold what the flags say.
// expect: TRUE
#include <cassert>
#include <iomanip>
#include <sstream>
struct point {
    int x, y;
};
static std::ostream &operator<<(std::ostream &out, const point &p) { return out << '(' << p.x << ", " << p.y << ')'; }
static std::string text(const std::ostream &out) { return static_cast<const std::ostringstream &>(out).str(); }
int main() {
    assert(text(std::ostringstream() << point{1, -2}) == "(1, -2)");
    assert(text(std::ostringstream() << std::hex << std::showbase << 255 << ' ' << std::oct << 8) == "0xff 010");
    assert(text(std::ostringstream() << std::setw(5) << std::setfill('*') << 42 << 7) == "***427");
    assert(text(std::ostringstream() << std::left << std::setw(4) << "ab" << '|') == "ab  |");
    assert(text(std::ostringstream() << std::internal << std::setw(5) << -3) == "-   3");
    assert(text(std::ostringstream() << std::boolalpha << true << std::noboolalpha << false) == "true0");
    assert(text(std::ostringstream() << std::fixed << std::setprecision(2) << 3.14159) == "3.14");
    assert(text(std::ostringstream() << std::uppercase << std::scientific << 1500.0) == "1.500000E+03");
    std::ostringstream out;
    out << "ab";
    assert(out.tellp() == 2);
    out.seekp(1);
    out.put('x').write("yz", 1);
    assert(out.str() == "axy" && out.good());
}
