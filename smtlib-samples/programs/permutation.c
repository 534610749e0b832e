// An index array and its inverse.
// flags: --bound 7
// expect: TRUE
// flags: --bound 7 -DBUG
// expect: FALSE(assert)
#include "common.h"

int main(void) {
    unsigned p[6], q[6];
    for (int i = 0; i < 6; i++) {
        p[i] = __VERIFIER_nondet_uint();
        __VERIFIER_assume(p[i] < 6);
        for (int k = 0; k < i && FIX(1, i < 5); k++)
            __VERIFIER_assume(p[k] != p[i]);
    }
    for (int i = 0; i < 6; i++)
        q[i] = 6;
    for (int i = 0; i < 6; i++)
        q[p[i]] = i;
    for (unsigned i = 0; i < 6; i++)
        assert(q[i] < 6 && p[q[i]] == i);
    return 0;
}
