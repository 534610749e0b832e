// expect: TRUE
#include <assert.h>
struct inner { short s; char c[3]; };
struct outer { int i; struct inner in[2]; long long l; };
int __VERIFIER_nondet_int(void);
int main(void) {
    struct outer a = {__VERIFIER_nondet_int(), {{1, {2, 3, 4}}, {5, {6, 7, 8}}}, -9}, b;
    b = a;
    a.in[1].c[2] = 0;
    assert(b.i == a.i && b.in[1].c[2] == 8 && b.in[0].c[0] == 2 && b.l == -9);
    return 0;
}
