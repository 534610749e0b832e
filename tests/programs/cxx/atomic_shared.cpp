// <memory> alone, which as of C++20 has std::atomic<std::shared_ptr>.
// flags: -std=c++20
// expect: TRUE
// flags: -std=c++20 -DFAIL
// expect: FALSE(assert)
#include <memory>
#include <cassert>

int main() {
    std::atomic<std::shared_ptr<int>> current(std::make_shared<int>(1));
    auto before = current.exchange(std::make_shared<int>(2));
    assert(*before == 1 && before.use_count() == 1);
    auto expected = current.load();
    assert(*expected == 2 && expected.use_count() == 2);
    assert(!current.compare_exchange_strong(before, nullptr) && *before == 2);
    assert(current.compare_exchange_strong(expected, nullptr) && current.load() == nullptr);
#ifdef FAIL
    assert(expected.use_count() == 1); // BUG
#endif
}
