// expect: TRUE
#include <assert.h>
typedef int (*op)(int);
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
static op choose(int c) { return c ? inc : dec; }
int __VERIFIER_nondet_int(void);
int main(void) {
    int c = __VERIFIER_nondet_int();
    op f = choose(c), g = choose(!c);
    assert(g(f(10)) == 10);
    assert((f == inc) == (c != 0));
    return 0;
}
