// Hash tables of numbers and strings.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <string>
#include <unordered_map>
#include <unordered_set>
int main() {
    std::unordered_map<int, int> m;
    for (int i = 0; i < 20; i++) m[i * 7] = i;
    assert(m.size() == 20 && m.at(35) == 5 && m.count(36) == 0);
    m.erase(35);
    m.reserve(100);
    assert(m.size() == 19 && m.bucket_count() >= 100 && m.find(35) == m.end());
    std::unordered_map<std::string, int> words{{"one", 1}, {"two", 2}, {"a longer word than that", 3}};
    assert(words["two"] == 2 && words["a longer word than that"] == 3);
    std::unordered_set<double> set{1.5, 0.0};
#ifdef WRONG
    assert(set.count(-0.0) == 0); // BUG
#endif
    assert(set.count(-0.0) == 1 && set.count(2.5) == 0);
}
