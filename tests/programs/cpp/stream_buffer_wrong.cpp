// A buffer that refuses characters leaves the stream bad.
// expect: FALSE(assert)
#include <cassert>
#include <ostream>
struct closed : std::streambuf {};
int main() {
    closed none;
    std::ostream out(&none);
    out << 1;
    assert(out.good()); // BUG
}
