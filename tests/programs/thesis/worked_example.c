// The LLBMC thesis' worked example (listing 6.6): the addition overflows for the largest n.
// flags: --entry allocate
// expect: FALSE(signed-overflow)
// stdout: 2147483647
#include <stdlib.h>
int isintmax(int n) {
    return n + 1 < n; // BUG
}

int *allocate(int n, int v) {
    int *p = 0;
    if (!isintmax(n)) {
        p = (int *)malloc(sizeof(int));
    }
    *p = v;
    return p;
}
