// expect: TRUE
#include <assert.h>
#include <string.h>
struct s { int a; char b; long c; void *p; };
int main(void) {
    struct s v = {1, 2, 3, &v};
    memset(&v, 0, sizeof v);
    assert(v.a == 0 && v.b == 0 && v.c == 0 && v.p == 0);
    memset(&v.a, 0xff, sizeof v.a);
    assert(v.a == -1);
    return 0;
}
