// Lists that are swapped, clocks, random numbers, and memory resources.
// flags: --std c++17
// expect: TRUE
// flags: --std c++17 -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <chrono>
#include <list>
#include <memory>
#include <memory_resource>
#include <random>
#include <vector>
int main() {
    std::list<int> l{3, 1, 2}, empty;
    l.sort();
    l.swap(empty);
    assert(l.empty() && empty.size() == 3 && empty.front() == 1 && empty.back() == 3);
    auto before = std::chrono::steady_clock::now();
    assert(std::chrono::steady_clock::now() >= before);
    std::pmr::vector<int> v{1, 2};
    v.push_back(3);
    assert(v.get_allocator().resource() == std::pmr::get_default_resource() && v[2] == 3);
    std::shared_ptr<int> p = std::make_shared<int>(4), q = p;
    std::weak_ptr<int> w = p;
    assert(p.use_count() == 2 && *w.lock() == 4);
    p.reset();
    q.reset();
    assert(w.expired() && !w.lock());
    std::random_device any;
    unsigned number = any();
#ifdef WRONG
    assert(number != 77); // BUG
#endif
    assert(number == 77 || number != 77);
}
