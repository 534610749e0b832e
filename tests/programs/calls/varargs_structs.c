// expect: TRUE
#include <assert.h>
#include <stdarg.h>
struct small { int a, b; };
struct large { long v[5]; };
static long pick(int n, ...) {
    va_list ap;
    va_start(ap, n);
    struct small s = va_arg(ap, struct small);
    double d = va_arg(ap, double);
    struct large l = va_arg(ap, struct large);
    unsigned char c = (unsigned char)va_arg(ap, int);
    va_end(ap);
    return s.a + s.b + (long)d + l.v[4] + c + n;
}
int main(void) {
    struct small s = {1, 2};
    struct large l = {{0, 0, 0, 0, 40}};
    assert(pick(1000, s, 500.0, l, (unsigned char)255) == 1000 + 3 + 500 + 40 + 255);
    return 0;
}
