// The greatest of many is at least each of them, by the shape of what computes it.
// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
#define N 40
int main(void) {
    int a[N], max = 0;
    unsigned b[N], min = 100;
    for (int i = 0; i < N; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_uint();
    }
    for (int i = 0; i < N; i++) {
        if (a[i] > max) max = a[i];
        if (b[i] < min) min = b[i];
    }
    for (int i = 0; i < N; i++)
        assert(a[i] <= max && b[i] >= min);
    assert(max >= 0 && min <= 100);
    return 0;
}
