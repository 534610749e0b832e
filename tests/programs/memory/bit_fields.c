// expect: TRUE
#include <assert.h>
struct flags { unsigned a : 3; int b : 5; unsigned c : 1; unsigned : 0; unsigned d : 20; };
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    struct flags f = {0};
    unsigned x = __VERIFIER_nondet_uint();
    int y = __VERIFIER_nondet_int();
    f.a = x;
    f.c = 1;
    f.d = x;
    assert(f.a == (x & 7) && f.c == 1 && f.d == (x & 0xfffff) && f.b == 0);
    if (y >= -16 && y <= 15) {
        f.b = y;
        assert(f.b == y && f.a == (x & 7) && f.c == 1);
    }
    f.a++;
    assert(f.a == ((x + 1) & 7));
    return 0;
}
