// flags: --bound 5
// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
static int sum(unsigned r, unsigned c, int m[r][c]) {
    int s = 0;
    for (unsigned i = 0; i < r; i++)
        for (unsigned j = 0; j < c; j++)
            s += m[i][j];
    return s;
}
int main(void) {
    unsigned r = 1 + __VERIFIER_nondet_uint() % 2, c = 1 + __VERIFIER_nondet_uint() % 3;
    int m[r][c];
    for (unsigned i = 0; i < r; i++)
        for (unsigned j = 0; j < c; j++)
            m[i][j] = 1;
    assert(sum(r, c, m) == (int)(r * c));
    return 0;
}
