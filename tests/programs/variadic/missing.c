// One argument more is read than is passed, of either kind of register and from the stack.
// flags: -DREAD=int
// expect: FALSE(argument-mismatch)
// flags: -DREAD=double
// expect: FALSE(argument-mismatch)
// flags: -DREAD=long_double
// expect: FALSE(argument-mismatch)
// flags: -DREAD=int -m32
// expect: FALSE(argument-mismatch)
// flags: -DREAD=struct_part
// expect: FALSE(invalid-read)
// flags: -DREAD=int --check memory
// expect: FALSE(invalid-read)
// flags: -DREAD=int -DPASSED
// expect: TRUE
#include <stdarg.h>
typedef long double long_double;
struct part { long a, b, c; };
typedef struct part struct_part;
static void read_all(int n, ...) {
    va_list ap;
    va_start(ap, n);
    while (n--)
        n += va_arg(ap, int) > 100;
    READ last = va_arg(ap, READ); // BUG
    (void)last;
    va_end(ap);
}
int main(void) {
#ifdef PASSED
    read_all(7, 1, 2, 3, 4, 5, 6, 7, 8);
#else
    read_all(2, 1, 2);
#endif
    return 0;
}
