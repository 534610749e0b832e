// Bubble sort of N inputs. Broken: the last round is left out.
// bound: N + 1
#include "growth.h"

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int round = 0; round < N - 1 - WRONG; round++)
        for (int i = 0; i < N - 1 - round; i++)
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
    for (int i = 0; i < N - 1; i++)
        assert(a[i] <= a[i + 1]);
}
