// A width counts for one value only.
// expect: FALSE(assert)
#include <cassert>
#include <iomanip>
#include <sstream>
int main() {
    std::ostringstream out;
    out << std::setw(3) << 1 << 2;
    assert(out.str().size() == 6); // BUG
}
