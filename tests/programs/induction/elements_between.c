// A loop over one member of structures leaves the others as they are.
// flags: --check assert -m64
// expect: TRUE
// Or writes the next structure's first member as well.
// flags: --check assert -m64 -DOVERLAP
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct pair {
    char first, second;
};
#ifdef OVERLAP
#define SECOND(i) (&a[i].second)[i % 7 == 6]
#else
#define SECOND(i) a[i].second
#endif
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 0) return 0;
    struct pair *a = malloc((n + 1) * sizeof *a);
    for (int i = 0; i < n; i++) a[i].first = 1;
    for (int i = 0; i < n; i++) SECOND(i) = 2;
    for (int i = 0; i < n; i++) assert(a[i].first == 1); // BUG
    return 0;
}
