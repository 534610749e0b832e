// Distributions ask how many bits a generator gives: by logarithms, of a power of two here.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
// flags: -std=c++17 -DROUNDED
// expect: UNKNOWN(unsupported)
#include <cassert>
#include <random>

int main() {
    std::mt19937 bits(5489);
    assert(bits() == 3499211612u);
    std::uniform_real_distribution<float> part;
    float drawn = part(bits);
    assert(drawn >= 0 && drawn < 1);
#ifdef FAIL
    assert(part(bits) == drawn); // BUG
#endif
    std::discrete_distribution<int> weighted{0, 1, 0};
    assert(weighted(bits) == 1);
#ifdef ROUNDED
    std::minstd_rand odd;
    assert(part(odd) < 1);
#endif
}
