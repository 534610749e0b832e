// <array>, <utility>, <algorithm>, <numeric> over inputs.
// flags: --bound 10
// expect: TRUE
#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <utility>
extern "C" unsigned char __VERIFIER_nondet_uchar(void);
int main() {
    std::array<int, 4> a;
    for (auto &x : a) x = __VERIFIER_nondet_uchar();
    int sum = std::accumulate(a.begin(), a.end(), 0);
    std::sort(a.begin(), a.end());
    assert(std::is_sorted(a.begin(), a.end()));
    assert(std::accumulate(a.begin(), a.end(), 0) == sum);
    auto ends = std::make_pair(a.front(), a.back());
    std::swap(ends.first, ends.second);
    assert(ends.second <= ends.first && *std::max_element(a.begin(), a.end()) == ends.first);
    assert(std::count_if(a.begin(), a.end(), [](int x) { return x > 255; }) == 0);
}
