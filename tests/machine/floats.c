// Floating point without printing it: comparisons, conversions, rounding, classes.
#include <math.h>
#include <stdio.h>
#include <string.h>

static unsigned long bits(double x) {
    unsigned long b;
    memcpy(&b, &x, sizeof b);
    return b;
}

int main(void) {
    double x = 1;
    float y = 1;
    long double z = 1;
    for (int i = 1; i < 60; i++) {
        x = x * 1.0625 + 1.0 / i;
        y = y * 0.75f - (float)i / 7;
        z = z / 3 + i;
    }
    unsigned word;
    memcpy(&word, &y, sizeof word);
    printf("%lx %x %lx\n", bits(x), word, bits((double)z));
    printf("%d %d %d %d\n", x < y, x != x, (int)-2.9, (int)(unsigned char)200.9f == 200);
    printf("%lx %lx %lx\n", bits(sqrt(2)), bits(floor(-1.5)), bits(fabs(-0.0)));
    printf("%d %d %d\n", isnan(0.0 / (x - x)), isinf(1e308 * 10), signbit(-0.0) != 0);
    printf("%ld %d %lx\n", lround(2.5), (int)fmod(17, 5), bits((double)0x7fffffffffffffffl));
    printf("%lx\n", bits(fma(1e16, 1e16, -1e32)));
    return 0;
}
