/* Floating-point numbers read: exactly, from every form that strtod takes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
static unsigned long long s = 88172645463325252ULL;
static unsigned long long rnd(void) { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return s; }
static void one(const char *t) {
    char *end; errno = 0;
    double d = strtod(t, &end); int e = errno; unsigned long long b; memcpy(&b, &d, 8);
    printf("%s: %016llx %a %d %d;", t, b, d, (int)(end - t), e);
    errno = 0;
    float f = strtof(t, &end); e = errno; unsigned u; memcpy(&u, &f, 4);
    printf(" %08x %d %d\n", u, (int)(end - t), e);
}
int main(void) {
    const char *t[] = {"", " ", "+", "-.", ".", "1", " 1.5", "-2.25e3x", "1e", "1e+", "1e+5", "1e400", "-1e400", "1e-400", "1e-320", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072014e-308", "2.2250738585072011e-308", "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "0x", "0x1", "0x1.8p1", "0x.8p-3q", "0x1.fffffffffffff8p0", "0x1.fffffffffffff7p0", "0x1.00000000000008p0", "0x1.000000000000080001p0", "inf", "INFINITY", "infinit", "-inf", "nan", "NaNx", "in", "9007199254740993", "9007199254740993.0000000000000000000000000000000000000000001", "9007199254740992.9999", "0.1", "0.3", "1e23", "8.5e22", "123456789012345678901234567890", "0.000000000000000000000000000000000001234", "3.4028235e38", "3.4028236e38", "1.1754944e-38", "1.4e-45", "0.7e-45", "0.8e-45", "00012.5000", "1e0000000000000000000005", "1e99999999999999999", "1e-99999999999999999", "0e99999999", "16777217", "16777219", "1.00000017881393432617187499", "1.00000017881393432617187500", "1.00000017881393432617187501", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1p1024", "0x0.00000000000000000000001p100"};
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) one(t[i]);
    for (int i = 0; i < 60; i++) {
        char text[1200];
        unsigned long long b = rnd(); double d; memcpy(&d, &b, 8);
        if (d != d || d - d != 0) continue;
        snprintf(text, sizeof text, "%.17g", d); one(text);
        snprintf(text, sizeof text, "%.9e", d); one(text);
        /* half way to the next */
        snprintf(text, sizeof text, "%llu.%llue%d", rnd(), rnd(), (int)(rnd() % 700) - 350); one(text);
    }
    for (int i = 0; i < 8; i++) {
        char text[1200];
        unsigned long long b = rnd() >> 2; double d; memcpy(&d, &b, 8);
        snprintf(text, sizeof text, "%.780f", d); one(text);
        text[strlen(text) - 400] = '7'; one(text);
    }
    char big[2000]; memset(big, '9', 1999); big[1999] = 0; big[300] = '.'; one(big);
    memset(big, '0', 1999); big[0]='0'; big[1] = '.'; big[340] = '5'; big[1998] = '1'; one(big);
   
    double x; float y; int n;
    printf("%d\n", sscanf("12.5 3.25e1z 7", "%lf %f%n", &x, &y, &n)); printf("%f %f %d\n", x, y, n);
    return 0;
}
