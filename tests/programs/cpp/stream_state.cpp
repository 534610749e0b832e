// States of streams, and the exception that a mask asks for.
// expect: TRUE
#include <cassert>
#include <cstring>
#include <sstream>
int main() {
    std::istringstream in("12 x");
    int number = 0;
    in >> number;
    assert(number == 12 && in.good());
    in >> number;
    assert(number == 0 && in.fail() && !in.eof() && !in);
    in.clear();
    assert(in.get() == 'x' && in.peek() == EOF && in.eof());
    in.clear();
    in.unget();
    assert(in.get() == 'x');
    bool caught = false;
    in.exceptions(std::ios::failbit);
    try {
        in >> number;
    } catch (const std::ios_base::failure &e) {
        caught = std::strcmp(e.what(), "basic_ios::clear: iostream error") == 0 && e.code() == std::io_errc::stream;
    }
    assert(caught && in.eof() && in.fail());
}
