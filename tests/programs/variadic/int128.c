// Numbers of 128 bits in two registers, and on the stack, where they are aligned; complex numbers.
// expect: TRUE
#include <assert.h>
#include <stdarg.h>
typedef __int128 wide;
static void check(int n, ...) {
    va_list ap;
    va_start(ap, n);
    assert(va_arg(ap, int) == 7);
    assert(va_arg(ap, wide) == ((wide)1 << 100) + 3);
    _Complex double c = va_arg(ap, _Complex double);
    _Complex float d = va_arg(ap, _Complex float);
    assert(__real__ c == 1 && __imag__ c == 2 && __real__ d == 3 && __imag__ d == 4);
    _Complex int e = va_arg(ap, _Complex int);
    assert(__real__ e == 5 && __imag__ e == 6);
    assert(va_arg(ap, wide) == 9);
    assert(va_arg(ap, int) == 10);
    assert(va_arg(ap, wide) == -1);
    va_end(ap);
}
int main(void) {
    _Complex double c = 1 + 2.0i;
    _Complex float d = 3 + 4.0fi;
    _Complex int e = 5 + 6i;
    check(1, 7, ((wide)1 << 100) + 3, c, d, e, (wide)9, 10, (wide)-1);
    return 0;
}
