// flags: --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p), expected = 5;
    __atomic_compare_exchange_n(p, &expected, 7, 0, 5, 5);
    __atomic_fetch_and(p, 0, 5);
    int *q = malloc(sizeof *q);
    expected = 3;
    __atomic_compare_exchange_n(q, &expected, 0, 0, 5, 5);
    assert(*q != 11); // BUG
    return 0;
}
