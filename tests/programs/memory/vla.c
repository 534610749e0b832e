// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 6)
        return 0;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    assert(a[n - 1] == n - 1);
    assert(sizeof a == n * sizeof(int));
    return 0;
}
