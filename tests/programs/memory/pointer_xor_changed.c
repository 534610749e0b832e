// expect: FALSE(assert)
#include <assert.h>
#include <stdint.h>
int main(void) {
    int x = -1, y = 2;
    uintptr_t link = (uintptr_t)&x ^ (uintptr_t)&y;
    int *p = (int *)(link ^ (uintptr_t)&x);
    *p = 5;
    assert(y == 5 && x == 1);
    return 0;
}
