// Dice that a device throws.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <array>
#include <bitset>
#include <cassert>
#include <random>
int main() {
    std::random_device device;
    std::array<int, 6> counts{};
    for (int i = 0; i < 2; i++) counts[device() % 6]++;
    int sum = 0;
    for (int count : counts) sum += count;
    assert(sum == 2);
    std::bitset<6> seen;
    for (int i = 0; i < 6; i++) seen[i] = counts[i] > 0;
    assert(seen.count() >= 1 && seen.count() <= 2);
#ifdef FAIL
    assert(seen.count() == 2); // BUG
#endif
}
