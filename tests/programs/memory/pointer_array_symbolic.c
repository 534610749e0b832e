// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a = 1, b = 2, c = 3;
    int *p[3] = {&a, &b, &c};
    unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
    int *t = p[i];
    p[i] = p[j];
    p[j] = t;
    assert(*p[0] + *p[1] + *p[2] == 6);
    *p[i] = 10;
    assert(a + b + c == 16 - (int)(j + 1));
    return 0;
}
