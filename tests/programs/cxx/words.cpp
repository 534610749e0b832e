// Words of a text, counted in a map.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <map>
#include <string>
extern "C" char __VERIFIER_nondet_char();
int main() {
    std::string text;
    for (int i = 0; i < 4; i++) {
        char c = __VERIFIER_nondet_char();
        text += c == 0 ? ' ' : c < 0 ? 'b' : 'a';
    }
    std::map<std::string, int> counts;
    std::string word;
    for (char c : text + " ") {
        if (c != ' ') {
            word += c;
        } else if (!word.empty()) {
            counts[word]++;
            word.clear();
        }
    }
    int letters = 0;
    for (const auto &[name, count] : counts) letters += (int)name.size() * count;
    int expected = 0;
    for (char c : text) expected += c != ' ';
    assert(letters == expected && counts.size() <= 2 * text.size());
#ifdef FAIL
    assert(counts.find("ab") == counts.end() || counts["ab"] < 1); // BUG
#endif
}
