// expect: FALSE(assert)
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
static int m[3][3];
static void set(int (*row)[3], unsigned i, int v) { (*row)[i] = v; }
int main(void) {
    unsigned r = __VERIFIER_nondet_uint() % 3, c = __VERIFIER_nondet_uint() % 3;
    set(&m[r], c, 7);
    int *flat = &m[0][0];
    assert(flat[5] == 0); // BUG
    return 0;
}
