// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 1, y = 2, z = 3;
    int n = __VERIFIER_nondet_int();
    int *q = n == 0 ? &x : n == 1 ? &y : &z;
    *q = 20;
    assert((x == 20) + (y == 20) + (z == 20) == 1);
    assert(*q == 20);
    int **pq = &q;
    **pq += 1;
    assert(x + y + z == (n == 0 ? 26 : n == 1 ? 25 : 24));
    return 0;
}
