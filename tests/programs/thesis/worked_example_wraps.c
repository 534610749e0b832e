// Where the overflow is not checked, the sum wraps around and the null pointer is written through.
// flags: --entry allocate --check memory
// expect: FALSE(null-dereference)
#include <stdlib.h>
int isintmax(int n) {
    return n + 1 < n;
}

int *allocate(int n, int v) {
    int *p = 0;
    if (!isintmax(n)) {
        p = (int *)malloc(sizeof(int));
    }
    *p = v; // BUG
    return p;
}
