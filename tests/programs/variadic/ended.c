// A list is read after va_end.
// expect: FALSE(null-dereference)
// flags: -m32
// expect: FALSE(null-dereference)
// flags: -DAGAIN
// expect: TRUE
#include <stdarg.h>
static int first(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int x = va_arg(ap, int);
    va_end(ap);
#ifdef AGAIN
    va_start(ap, n);
#endif
    x += va_arg(ap, int); // BUG
    va_end(ap);
    return x;
}
int main(void) { return first(1, 2, 3) == 4; }
