// expect: TRUE
#include <assert.h>
#include <stdarg.h>
static int last(int n, va_list ap) {
    int r = 0;
    while (n-- > 0)
        r = va_arg(ap, int);
    return r;
}
static int twice(int n, ...) {
    va_list a, b;
    va_start(a, n);
    va_copy(b, a);
    int r = last(n, a) * 10 + last(n - 1, b);
    va_end(b);
    va_end(a);
    return r;
}
int main(void) {
    assert(twice(3, 7, 8, 9) == 98);
    return 0;
}
