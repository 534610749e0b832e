// A vector that is sorted and searched.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>
extern "C" int __VERIFIER_nondet_int();
int main() {
    std::vector<int> v;
    for (int i = 0; i < 3; i++) v.push_back(__VERIFIER_nondet_int() & 15);
    int most = *std::max_element(v.begin(), v.end());
    int sum = std::accumulate(v.begin(), v.end(), 0);
    std::sort(v.begin(), v.end());
    assert(std::is_sorted(v.begin(), v.end()) && v.back() == most);
    assert(std::accumulate(v.begin(), v.end(), 0) == sum);
    assert(std::binary_search(v.begin(), v.end(), most));
    v.erase(std::unique(v.begin(), v.end()), v.end());
    for (size_t i = 1; i < v.size(); i++) assert(v[i - 1] < v[i]);
#ifdef FAIL
    assert(v.size() > 1); // BUG
#endif
}
