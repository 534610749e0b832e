// Five values through a network of comparators.
// flags: --bound 6
// expect: TRUE
// flags: --bound 6 -DBUG
// expect: FALSE(assert)
#include "common.h"

static void order(int *a, int *b) {
    if (*b < *a) {
        int t = *a;
        *a = *b;
        *b = t;
    }
}
int main(void) {
    int v[5];
    for (int i = 0; i < 5; i++)
        v[i] = __VERIFIER_nondet_int();
    order(v, v + 1); order(v + 3, v + 4); order(v + 2, v + 4); order(v + 2, v + 3); order(v + 1, v + 4);
    order(v, v + 3); order(v, v + 2); order(v + 1, v + 3);
    if (FIX(1, 0))
        order(v + 1, v + 2);
    for (int i = 0; i < 4; i++)
        assert(v[i] <= v[i + 1]);
    return 0;
}
