// Structures of 12 bytes: products with 12, compared by their factors.
// flags: --check assert -m64
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct entry {
    short data;
    int count;
    char status;
};
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 0) return 0;
    struct entry *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) a[i].status = 1;
    for (int i = 0; i < n; i++) assert(a[i].status == 1);
    return 0;
}
