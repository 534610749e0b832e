// flags: --bound 8
// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[5], i, found = -1;
    for (i = 0; i < 5; i++)
        a[i] = __VERIFIER_nondet_int();
    for (i = 0; i < 5; i++) {
        if (a[i] == 42) {
            found = i;
            break;
        }
        if (a[i] < 0)
            return 1;
    }
    assert(found == -1 ? i == 5 : a[found] == 42);
    for (int j = 0; j < found; j++)
        assert(a[j] != 42 && a[j] >= 0);
    return 0;
}
