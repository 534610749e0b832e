/* Floating-point numbers printed: exactly, rounded to nearest even, in every shape of a field. */
#include <stdio.h>
#include <float.h>
#include <string.h>
#include <math.h>
static unsigned long long s = 88172645463325252ULL;
static unsigned long long rnd(void) { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return s; }
int main(void) {
    double v[] = {0.0, -0.0, 1, -1, 0.5, 1.5, 2.5, 0.1, 123456789.125, 1e10, 1e15, 1e16, 1e21, 1e22, 1e23, 1e-4, 1e-5, 9.9995, 999998.5,
        DBL_MAX, DBL_MIN, 4.9406564584124654e-324, 1.0/3, 2.0/3, 9.5, 0.95, 0.05, 99.95, 1e300, INFINITY, -INFINITY, 3.14159265358979, 1e100, 0.0001234, 100000, 1000000, 12345678, 65504.0, 0x1.fffffep127};
    const char *f[] = {"%f", "%.0f", "%.1f", "%.3f", "%.10f", "%e", "%.0e", "%.3e", "%g", "%.0g", "%.3g", "%.17g", "%.20g", "%#g", "%#.0f", "%#.0e", "%+f", "% f", "%15.3f", "%-15.3f|", "%015.3f", "%+015.3e", "%G", "%E", "%a", "%.0a", "%.3a", "%.20a", "%A", "%25a", "%025a", "%-25a|", "%10g", "%-10g|", "%010g", "%F", "%.50f", "%.60e", "%.100g", "%#a"};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++)
        for (unsigned j = 0; j < sizeof f / sizeof *f; j++) {
            printf(f[j], v[i]); putchar('\n');
        }
    for (int i = 0; i < 100; i++) {
        unsigned long long b = rnd(); double d; memcpy(&d, &b, 8);
        if (d != d) continue;
        printf("%f %.3f %e %.5e %g %.10g %.17g %a %.2a\n", d, d, d, d, d, d, d, d, d);
        d = (double)(long long)rnd() / 65536 / 1048576;
        printf("%f %.3f %e %.5e %g %.10g %.17g %.0f %.1f %.2f\n", d, d, d, d, d, d, d, d, d, d);
    }
    char buf[64];
    int n = snprintf(buf, sizeof buf, "<%*.*f>", 12, 4, 3.14159);
    printf("%s %d\n", buf, n);
   
    return 0;
}
