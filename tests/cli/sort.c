#include <assert.h>
#include <stdlib.h>
static int calls;
static int by_value(const void *a, const void *b) {
    calls++;
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int v[2] = {9, 4};
    qsort(v, 2, sizeof v[0], by_value);
    assert(v[0] == 9);
    return 0;
}
