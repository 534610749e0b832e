// Objects of size 0 have addresses of their own.
// flags: --memory flat
// expect: TRUE
// flags: --memory flat -m32
// expect: TRUE
// flags: --memory objects
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char *p = malloc(0), *q = malloc(0), *r = malloc(__VERIFIER_nondet_uchar()), *s = malloc(4);
    assert(p && q && p != q && q != r && r != p && r != s && p != s);
    return 0;
}
