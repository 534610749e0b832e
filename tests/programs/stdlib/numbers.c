// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int main(void) {
    char *end;
    assert(atoi("-42x") == -42);
    assert(strtol("0x1fz", &end, 0) == 31 && *end == 'z');
    assert(strtol("  777", &end, 8) == 511 && *end == 0);
    assert(strtoul("12", 0, 3) == 5);
    assert(atol("123456789") == 123456789L);
    assert(abs(-3) == 3 && labs(-4L) == 4);
    div_t d = div(7, -2);
    assert(d.quot == -3 && d.rem == 1);
    return 0;
}
