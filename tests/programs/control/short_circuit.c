// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int calls;
static int count(int r) {
    calls++;
    return r;
}
int main(void) {
    int *p = 0;
    int x = __VERIFIER_nondet_int();
    if (p && *p)
        return 1;
    int r = x > 0 && count(x > 5);
    assert(calls == (x > 0));
    assert(r == (x > 5));
    r = x > 0 || count(0);
    assert(calls == 1 && r == (x > 0));
    return 0;
}
