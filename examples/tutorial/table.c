// Writes one element of a table; the test of the index lets one too many through.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int table[4] = {0}, sum = 0;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    table[i] = 1;
    for (int k = 0; k < 4; k++)
        sum += table[k];
    assert(sum <= 1);
    return 0;
}
