// Exceptions of the standard library, with their messages.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>
struct Mine : std::runtime_error {
    int code;
    explicit Mine(int code) : std::runtime_error("mine"), code(code) {}
};
int main() {
    int seen = 0;
    try {
        throw Mine(9);
    } catch (const std::exception &e) {
        assert(!std::strcmp(e.what(), "mine") && dynamic_cast<const Mine &>(e).code == 9);
        seen++;
    }
    std::vector<int> v(3);
    try {
        v.at(7) = 1;
    } catch (std::logic_error &e) {
        assert(!std::strcmp(e.what(), "vector::_M_range_check: __n (which is 7) >= this->size() (which is 3)"));
        seen++;
    }
    try {
        std::string("abc").substr(9);
    } catch (std::out_of_range &) {
        seen++;
    }
    try {
        v.reserve(v.max_size() + 1);
    } catch (std::length_error &) {
        seen++;
    }
    try {
        throw std::invalid_argument(std::string("argument"));
    } catch (std::invalid_argument e) {
        std::invalid_argument copy(e);
        assert(!std::strcmp(copy.what(), "argument"));
        seen++;
    }
#ifdef WRONG
    assert(seen == 4); // BUG
#endif
    assert(seen == 5);
}
