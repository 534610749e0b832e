// expect: FALSE(assert)
#include <assert.h>
int __VERIFIER_nondet_int(void);
static void swap(unsigned *a, unsigned *b) {
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}
int main(void) {
    unsigned v[3] = {1, 2, 3};
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i > 2 || j < 0 || j > 2)
        return 0;
    swap(&v[i], &v[j]);
    assert(v[0] + v[1] + v[2] == 6); // BUG
    return 0;
}
