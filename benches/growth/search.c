// Binary search in a sorted table of N inputs finds what is there. Broken: the upper half begins one too late.
// bound: N + 1
#include "growth.h"

int main(void) {
    unsigned a[N];
    for (int i = 0; i < N; i++) {
        a[i] = __VERIFIER_nondet_uint();
        if (i)
            __VERIFIER_assume(a[i - 1] < a[i]);
    }
    int wanted = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= wanted && wanted < N);
    int low = 0, high = N;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (a[middle] <= a[wanted])
            low = middle + (WRONG && middle + 1 < high);
        else
            high = middle;
    }
    assert(low == wanted);
}
