// expect: TRUE
#include <assert.h>
int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
int __VERIFIER_nondet_int(void);
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 8)
        return 0;
    assert(table[i] == i + 1);
    return 0;
}
