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
    int v[3];
    for (int i = 0; i < 3; i++)
        v[i] = __VERIFIER_nondet_int();
    int first = v[0];
    qsort(v, 3, sizeof *v, compare);
    assert(v[0] <= v[1] && v[1] <= v[2]);
    assert(v[0] == first || v[1] == first || v[2] == first);
    return 0;
}
