// expect: TRUE
#include <assert.h>
#include <stdarg.h>
static long sum(const char *kinds, ...) {
    va_list ap;
    long r = 0;
    va_start(ap, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i': r += va_arg(ap, int); break;
        case 'l': r += va_arg(ap, long); break;
        case 'p': r += *va_arg(ap, int *); break;
        }
    }
    va_end(ap);
    return r;
}
int main(void) {
    int x = 100;
    assert(sum("") == 0);
    assert(sum("ilp", 1, 20L, &x) == 121);
    assert(sum("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
    return 0;
}
