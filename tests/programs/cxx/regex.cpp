// Regular expressions: a match with its parts, one that is refused, and an error.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <regex>
#include <string>

int main() {
    std::regex setting("([a-z]+)=([0-9]+)");
    std::smatch parts;
    std::string line = "key=42";
    assert(std::regex_match(line, parts, setting) && parts[1] == "key" && parts[2] == "42");
#ifdef FAIL
    assert(parts[2] == "4"); // BUG
#else
    assert(!std::regex_match("key=", setting));
    assert(std::regex_replace("x=1, y=2", std::regex("=[0-9]"), "") == "x, y");
#endif
    try {
        std::regex broken("(a");
        assert(false);
    } catch (const std::regex_error &e) {
        assert(e.code() == std::regex_constants::error_paren);
    }
}
