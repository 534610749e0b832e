// Arithmetic of all widths, shifts, divisions, bit-fields, 128 bits.
#include <stdint.h>
#include <stdio.h>

struct fields { unsigned a : 3, b : 7; int c : 5; unsigned long long d : 40; };
enum colour { RED = -3, GREEN, BLUE = 1 << 20 };

static unsigned long mixed = 1;
static void mix(unsigned long x) { mixed = (mixed ^ x) * 0x9e3779b97f4a7c15ul; }

static void widths(int seed) {
    int8_t a = (int8_t)(seed * 37);
    uint16_t b = (uint16_t)(seed * 7919);
    int32_t c = seed * 104729 % 100003;
    int64_t d = (int64_t)c * c * c;
    for (int i = 1; i < 8; i++) {
        mix((unsigned long)(a / i));
        mix((unsigned long)(a % -i));
        mix(b >> i | b << (16 - i));
        mix((unsigned long)(c >> i));
        mix((unsigned long)(d / (c + 200003 + i)));
        mix((uint64_t)d >> (i * 7));
    }
}

int main(void) {
    for (int i = -40; i < 40; i++) widths(i);
    struct fields f = {5, 100, -7, 0xabcdef1234ull};
    f.b += 60;
    f.c--;
    f.d <<= 3;
    printf("%u %u %d %llx %zu\n", f.a, f.b, f.c, (unsigned long long)f.d, sizeof f);
    unsigned __int128 wide = 1;
    for (unsigned i = 1; i < 34; i++) wide *= i;
    printf("%llx %llx\n", (unsigned long long)(wide >> 64), (unsigned long long)wide);
    wide /= 1234567891011;
    printf("%llx %lld\n", (unsigned long long)wide, (long long)(-(__int128)wide % 1000003));
    enum colour colour = BLUE;
    printf("%d %d %d\n", colour, RED + GREEN, (int)sizeof colour);
    printf("%d %d %d %d\n", __builtin_popcount(0xf0f0), __builtin_clz(77), __builtin_ctzll(1ull << 45), __builtin_bswap32(0x01020304));
    printf("%016lx\n", mixed);
    return 7;
}
