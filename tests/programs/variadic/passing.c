// Registers and stack: wide numbers are aligned on the stack only, and each kind of register counts for itself.
// expect: TRUE
// flags: -m32
// expect: TRUE
// flags: --memory flat
// expect: TRUE
#include <assert.h>
#include <stdarg.h>
struct pair { int a, b; };
struct mixed { long a; double b; };
struct floats { float a, b, c; };
struct large { char c[40]; };
struct pointers { const char *p, *q; };
struct wide { _Alignas(16) int x; int y; };
static void check(int fixed, double other, ...) {
    va_list ap, copy;
    va_start(ap, other);
    va_copy(copy, ap);
    for (int round = 0; round < 2; round++) {
        va_list *list = round ? &copy : &ap;
        assert(va_arg(*list, int) == 7);
        assert(va_arg(*list, long double) == 5.0L);
        struct pair p = va_arg(*list, struct pair);
        assert(p.a == 1 && p.b == 2);
        assert(va_arg(*list, double) == 2.5);
        struct mixed m = va_arg(*list, struct mixed);
        assert(m.a == 3 && m.b == 4);
        struct floats f = va_arg(*list, struct floats);
        assert(f.a == 1 && f.b == 2 && f.c == 3);
        struct large l = va_arg(*list, struct large);
        assert(l.c[39] == 'x');
        struct pointers q = va_arg(*list, struct pointers);
        assert(*q.p == 'p' && *q.q == 'q');
        assert(va_arg(*list, long long) == 1LL << 40);
        struct wide w = va_arg(*list, struct wide);
        assert(w.x == 8 && w.y == 9);
        assert(va_arg(*list, unsigned) == 11);
        for (int i = 0; i < 8; i++)
            assert(va_arg(*list, double) == i);
        assert(*va_arg(*list, char *) == 'z');
    }
    va_end(copy);
    va_end(ap);
    assert(fixed == 100 && other == 0.5);
}
int main(void) {
    struct pair p = {1, 2};
    struct mixed m = {3, 4};
    struct floats f = {1, 2, 3};
    struct large l = {{0}};
    struct pointers q = {"p", "q"};
    struct wide w = {8, 9};
    l.c[39] = 'x';
    check(100, 0.5, 7, 5.0L, p, 2.5, m, f, l, q, 1LL << 40, w, 11u, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, "z");
    return 0;
}
