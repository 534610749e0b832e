// flags: --check uninit
// expect: TRUE
// flags: --check uninit --memory flat
// expect: TRUE
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int declared, table[4];
static int zero[200];
struct flags {
    unsigned low : 3, high : 5;
};
int main(void) {
    int a[200];
    unsigned i = __VERIFIER_nondet_uint() % 200, j = __VERIFIER_nondet_uint() % 200;
    a[i] = 1;
    if (i == j && a[j])
        zero[j] = 1;
    if (zero[i])
        i = j;
    if (declared || table[j % 4])
        return 1;
    int *p = malloc(800);
    memset(p, 0, 800);
    memcpy(p, zero, 400);
    if (p[j])
        j = 0;
    struct flags f;
    f.low = 1;
    if (f.low)
        j = 1;
    int x;
    int *q = &x;
    unsigned n = __VERIFIER_nondet_uint() % 2;
    *q = n ? 3 : 4;
    if (x == 3)
        j = 2;
    free(p);
    return 0;
}
