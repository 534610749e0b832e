// Errors of a parser, wrapped into others on their way out.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <cstring>
#include <exception>
#include <stdexcept>
extern "C" int __VERIFIER_nondet_int();
static int digit(int c) {
    if (c < '0' || c > '9') throw std::out_of_range("digit");
    return c - '0';
}
static int parse(int c) {
    try {
        return digit(c);
    } catch (...) {
        std::throw_with_nested(std::runtime_error("parse"));
    }
}
static int depth(const std::exception &e) {
    try {
        std::rethrow_if_nested(e);
    } catch (const std::exception &inner) {
        assert(std::strcmp(inner.what(), "digit") == 0);
        return 1 + depth(inner);
    }
    return 1;
}
int main() {
    int c = __VERIFIER_nondet_int(), found = 0;
    try {
        assert(parse(c) < 10);
    } catch (const std::runtime_error &e) {
        found = depth(e);
    }
    assert(found == (c >= '0' && c <= '9' ? 0 : 2));
#ifdef FAIL
    assert(found == 0); // BUG
#endif
}
