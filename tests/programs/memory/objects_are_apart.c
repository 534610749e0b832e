// expect: TRUE
#include <assert.h>
static int a[2], b[2];
int main(void) {
    int c[2], d[2];
    assert(a != b && (int *)a != (int *)c && c != d);
    int *p = a, *q = c;
    assert(p != q && &a[1] != &b[1]);
    return 0;
}
