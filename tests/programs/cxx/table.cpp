// A hash table of counters.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <unordered_map>
#include <unordered_set>
extern "C" int __VERIFIER_nondet_int();
int main() {
    std::unordered_map<int, int> counts;
    std::unordered_set<int> seen;
    int keys[3];
    for (int &key : keys) {
        key = __VERIFIER_nondet_int() & 3;
        counts[key]++;
        seen.insert(key);
    }
    int sum = 0;
    for (const auto &entry : counts) sum += entry.second;
    assert(sum == 3 && counts.size() == seen.size());
    for (int key : keys) assert(counts.at(key) >= 1 && seen.count(key) == 1);
    counts.erase(keys[0]);
    assert(counts.count(keys[0]) == 0);
#ifdef FAIL
    assert(counts.size() < 2); // BUG
#endif
}
