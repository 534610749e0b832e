// A loop over one member of structures leaves the others as they are.
// flags: --check assert -m64
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct pair {
    char first, second;
};
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 0) return 0;
    struct pair *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) a[i].first = 1;
    for (int i = 0; i < n; i++) a[i].second = 2;
    for (int i = 0; i < n; i++) assert(a[i].first == 1);
    return 0;
}
