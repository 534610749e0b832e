// expect: TRUE
#include <assert.h>
#define kind(x) _Generic((x), int: 1, long: 2, char *: 3, default: 4)
_Static_assert(sizeof(short) == 2, "short");
static inline int twice(int x) { return 2 * x; }
static int tentative;
static int tentative;
static void reset(int *p) { *p = 99; }
int main(void) {
    assert(kind(1) == 1 && kind(1L) == 2 && kind("") == 3 && kind(1.0) == 4);
    int v = ({ int t = 3; t * t; });
    __typeof__(v) w = v + 1;
    assert(v == 9 && w == 10 && twice(w) == 20 && tentative == 0);
    int seen = 0;
    {
        __attribute__((cleanup(reset))) int scoped = 1;
        seen = scoped;
    }
    int a = (seen++, seen + 1);
    assert(a == 3);
    int x = 1;
    {
        int x = 2;
        assert(x == 2);
    }
    assert(x == 1 && __builtin_expect(x, 1) && __builtin_constant_p(3));
    unsigned long long big = 0xffffffffffffffffULL;
    assert(big + 1 == 0 && 'a' == 97 && '\xff' == -1 && L'x' == 120);
    assert(sizeof(char[3][5]) == 15 && _Alignof(long) == 8);
    return 0;
}
