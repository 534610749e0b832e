// A hash table with names as keys.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <string>
#include <unordered_map>
extern "C" int __VERIFIER_nondet_int();
int main() {
    std::unordered_map<std::string, int> ages{{"ann", 30}, {"bob", 40}};
    bool ann = __VERIFIER_nondet_int();
    ages[ann ? "ann" : "carl"] = 50;
    assert(ages.size() == (ann ? 2u : 3u));
    assert(ages.at("bob") == 40);
    auto found = ages.find("ann");
    assert(found != ages.end());
#ifdef FAIL
    assert(found->second == 30); // BUG
#endif
}
