// A failing assertion leaves the loop, but does not make its iterations count.
// flags: --bound 2
// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[20];
    for (int i = 0; i < 20; i++) {
        int x = __VERIFIER_nondet_int();
        a[i] = x < 0 ? 0 : x;
    }
    for (int i = 0; i < 20; i++)
        assert(a[i] >= 0);
    return 0;
}
