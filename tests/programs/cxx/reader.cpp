// Numbers that are read from a text, up to a mistake.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <sstream>
#include <string>
extern "C" int __VERIFIER_nondet_int();
int main() {
    bool bad = __VERIFIER_nondet_int();
    std::istringstream in(bad ? "12 x 30" : "12 -7 30");
    int sum = 0, count = 0;
    for (int x; in >> x; count++) sum += x;
    assert(in.fail() && in.eof() == !bad);
    assert(count == (bad ? 1 : 3) && sum == (bad ? 12 : 35));
    in.clear();
    std::string rest;
    std::getline(in, rest);
    assert(rest == (bad ? "x 30" : ""));
#ifdef FAIL
    assert(count == 3); // BUG
#endif
}
