// expect: FALSE(assert)
#include <assert.h>
void *__VERIFIER_nondet_pointer(void);
int main(void) {
    int v[3] = {1, 2, 3};
    int *q = __VERIFIER_nondet_pointer();
    if (q >= v && q < v + 3 && ((unsigned long)q & 3) == 0)
        assert(*q != 3); // BUG
    return 0;
}
