// expect: TRUE
#include <assert.h>
#include <stdarg.h>
static int maximum(int n, va_list ap) {
    int m = va_arg(ap, int);
    while (--n)
        for (int v = va_arg(ap, int); v > m; m = v)
            ;
    return m;
}
static int max_of(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int m = maximum(n, ap);
    va_end(ap);
    return m;
}
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int m = max_of(3, 5, x, -2);
    assert(m >= 5 && m >= x && (m == 5 || m == x));
    return 0;
}
