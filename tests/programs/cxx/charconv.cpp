// Numbers to characters and back.
// flags: -std=c++20
// expect: TRUE
// flags: -std=c++20 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <charconv>
#include <cstring>
extern "C" int __VERIFIER_nondet_int();
int main() {
    int n = __VERIFIER_nondet_int();
    if (n < -99 || n > 99) return 0;
    char text[8];
    auto [end, error] = std::to_chars(text, text + sizeof text, n);
    assert(error == std::errc());
    int back = 0;
    auto from = std::from_chars(text, end, back);
    assert(from.ec == std::errc() && from.ptr == end);
#ifdef FAIL
    assert(back != -42); // BUG
#else
    assert(back == n);
#endif
    assert(std::to_chars(text, text + 1, 100).ec == std::errc::value_too_large);
}
