// The second loop writes the next structure's first member as well.
// flags: --check assert -m64
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct pair {
    char first, second;
};
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 0) return 0;
    struct pair *a = malloc((n + 1) * sizeof *a);
    for (int i = 0; i < n; i++) a[i].first = 1;
    for (int i = 0; i < n; i++) (&a[i].second)[i % 7 == 6] = 2;
    for (int i = 0; i < n; i++) assert(a[i].first == 1); // BUG
    return 0;
}
