// flags: --bound 5
// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3 - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    assert(a[0] <= a[1] && a[1] <= a[2] && a[2] <= a[3]);
    return 0;
}
