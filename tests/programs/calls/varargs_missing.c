// One argument more is read than is given.
// expect: FALSE
#include <stdarg.h>
static int sum(int n, ...) {
    va_list ap;
    int r = 0;
    va_start(ap, n);
    for (int i = 0; i <= n; i++)
        r ^= va_arg(ap, int);
    va_end(ap);
    return r;
}
int main(void) { return sum(2, 1, 2) == 3; }
