// Numbers of a text, with the errors of std::stoi.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <stdexcept>
#include <string>
extern "C" char __VERIFIER_nondet_char();
int main() {
    std::string text = "42";
    text[1] = __VERIFIER_nondet_char();
    int value = -1;
    bool bad = false;
    try {
        value = std::stoi(text.substr(1));
    } catch (const std::invalid_argument &) {
        bad = true;
    }
    assert(bad == (text[1] < '0' || text[1] > '9'));
    assert(bad || value == text[1] - '0');
    assert(std::to_string(value).size() <= 2);
#ifdef FAIL
    assert(value != 7); // BUG
#endif
}
