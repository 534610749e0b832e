// Operations that C leaves undefined, computed by the processor.
#include <limits.h>
#include <stdio.h>

static volatile int amounts[] = {31, 32, 33, 40, 63, 64, 65, 100, -1, INT_MIN};
static volatile double numbers[] = {0.5, -1.5, 300.7, -40000.2, 3e9, -3e9, 1e19, -1e19, 2e19, 1e300, -1.0 / 0.0, 1.0 / 0.0};

static void conversions(double x, float y, long double z) {
    printf("%d %d %d %d ", (signed char)x, (unsigned char)x, (short)x, (unsigned short)x);
    printf("%d %u %lld %llu\n", (int)x, (unsigned)x, (long long)x, (unsigned long long)x);
    printf("%d %d %d %d ", (signed char)y, (unsigned char)y, (short)y, (unsigned short)y);
    printf("%d %u %lld %llu\n", (int)y, (unsigned)y, (long long)y, (unsigned long long)y);
    printf("%d %d %d %d ", (signed char)z, (unsigned char)z, (short)z, (unsigned short)z);
    printf("%d %u %lld %llu\n", (int)z, (unsigned)z, (long long)z, (unsigned long long)z);
}

int main(int argc, char **argv) {
    volatile int x = 50, y = -77, least = INT_MIN, minus = -1, zero = 0;
    volatile signed char c = -9;
    volatile unsigned long long w = 0x123456789abcdef0ULL;
    for (int i = 0; i < 10; i++) {
        int n = amounts[i];
        printf("%d %d %d %d\n", x << n, x >> n, y << n, y >> n);
        printf("%u %u %d %d\n", (unsigned)x << n, (unsigned)y >> n, c << n, c >> n);
        printf("%llu %llu %lld\n", w << n, w >> n, (long long)~w >> n);
        unsigned __int128 wide = (unsigned __int128)w << 64 | 7;
        printf("%llu %llu\n", (unsigned long long)(wide << n >> 60), (unsigned long long)(wide >> n));
    }
    for (int i = 0; i < 12; i++)
        conversions(numbers[i], numbers[i], numbers[i]);
    volatile double infinite = 1.0 / 0.0;
    conversions(infinite - infinite, infinite - infinite, infinite - infinite);
    printf("%d %d\n", least + minus, least * minus);
    fflush(stdout);
    switch (argc > 1 ? argv[1][0] : '0') {
    case '1': return least / minus;
    case '2': return least % minus;
    case '3': return x / zero;
    default: return 7;
    }
}
