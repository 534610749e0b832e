// expect: TRUE
#include <assert.h>
#include <stdint.h>
int main(void) {
    int x = 1, y = 2;
    uintptr_t d = (uintptr_t)&y - (uintptr_t)&x;
    int *p = (int *)((uintptr_t)&x + d);
    *p = 5;
    assert(y == 5 && x == 1);
    return 0;
}
