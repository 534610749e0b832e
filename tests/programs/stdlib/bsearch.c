// flags: --bound 8
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(void) {
    static const int v[] = {1, 3, 5, 7};
    int key = __VERIFIER_nondet_int();
    const int *p = bsearch(&key, v, 4, sizeof *v, compare);
    assert((p != 0) == (key == 1 || key == 3 || key == 5 || key == 7));
    if (p)
        assert(*p == key);
    return 0;
}
