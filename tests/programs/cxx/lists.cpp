// Lists that are sorted, merged and spliced.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <forward_list>
#include <list>
extern "C" int __VERIFIER_nondet_int();
int main() {
    int x = __VERIFIER_nondet_int();
    std::list<int> a{3, x, 1}, b{2};
    a.sort();
    a.merge(b);
    assert(a.size() == 4 && b.empty());
    int before = a.front();
    for (int y : a) {
        assert(before <= y);
        before = y;
    }
    b.splice(b.begin(), a, a.begin());
    a.remove(x);
    a.reverse();
    std::forward_list<int> f(a.begin(), a.end());
    f.push_front(x);
    f.unique();
    assert(f.front() == x && !b.empty());
#ifdef FAIL
    assert(b.front() == 1); // BUG
#endif
}
