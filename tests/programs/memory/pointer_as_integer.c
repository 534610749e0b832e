// expect: TRUE
#include <assert.h>
#include <stdint.h>
int main(void) {
    int a[4] = {10, 20, 30, 40};
    uintptr_t u = (uintptr_t)&a[1];
    u += sizeof(int);
    int *p = (int *)u;
    assert(*p == 30);
    assert((u & 3) == 0);
    long n = (long)&a[3] - (long)&a[0];
    assert(n == 12);
    return 0;
}
