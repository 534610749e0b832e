// Two calls after each other have different locals though they may share an address.
// expect: TRUE
#include <assert.h>
static int *leak;
static int use(int v) {
    int local = v;
    int *p = &local;
    leak = 0;
    *p += 1;
    return local;
}
int main(void) {
    assert(use(1) == 2);
    assert(use(5) == 6);
    assert(leak == 0);
    return 0;
}
