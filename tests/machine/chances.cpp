// Numbers of generators, as the standard fixes them, and of distributions, as the library makes them.
#include <cstdio>
#include <random>

int main() {
    std::mt19937 bits(5489);
    std::mt19937_64 wide;
    for (int i = 0; i < 3; i++) {
        unsigned long narrow = bits();
        std::printf("%lu %llu\n", narrow, (unsigned long long)wide());
    }
    std::uniform_real_distribution<double> part(0, 10);
    std::uniform_real_distribution<float> single;
    std::bernoulli_distribution coin(0.5);
    std::uniform_int_distribution<int> dice(1, 6);
    std::discrete_distribution<int> weighted{1, 2, 3};
    for (int i = 0; i < 3; i++) {
        std::printf("%.17g ", part(bits));
        std::printf("%.9g ", single(wide));
        std::printf("%d %d %d\n", (int)coin(bits), dice(bits), weighted(wide));
    }
}
