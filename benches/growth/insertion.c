// Insertion sort of N inputs, shifted by positions that depend on them. Broken: an element stops one too early.
// bound: N + 1
#include "growth.h"

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < N; i++) {
        int x = a[i], k = i;
        while (k > WRONG && a[k - 1] > x) {
            a[k] = a[k - 1];
            k--;
        }
        a[k] = x;
    }
    for (int i = 0; i < N - 1; i++)
        assert(a[i] <= a[i + 1]);
}
