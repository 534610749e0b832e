// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int m[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = i * 10 + j;
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i < 3 && j < 4)
        assert(m[i][j] == (int)(i * 10 + j));
    return 0;
}
