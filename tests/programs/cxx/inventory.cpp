// An inventory in ordered containers, with iterators that stay valid.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
extern "C" int __VERIFIER_nondet_int();
int main() {
    std::multimap<int, std::string_view> stock{{2, "nut"}, {5, "bolt"}, {2, "screw"}};
    std::set<std::tuple<int, char>> order;
    int x = __VERIFIER_nondet_int() & 7;
    auto kept = stock.insert({x, "nail"});
    auto [first, last] = stock.equal_range(2);
    int twos = 0;
    for (auto it = first; it != last; ++it) twos++;
    assert(twos == (x == 2 ? 3 : 2));
    stock.erase(5);
    assert(x == 5 || kept->second == "nail");
    order.emplace(x, 'b'), order.emplace(x, 'a'), order.emplace(3, 'c');
    assert(order.size() == 3 && std::get<0>(*order.begin()) <= 3);
#ifdef FAIL
    assert(std::get<1>(*order.begin()) == 'a'); // BUG
#endif
}
