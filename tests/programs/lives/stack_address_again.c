// expect: FALSE(assert)

#include <assert.h>

static int *keep;

static int same(void) {
    int x;
    int *p = &x;
    *p = 1;
    int equal = keep == p;
    keep = p;
    return equal;
}

int main(void) {
    same();
    int s = same();
    assert(!s); // BUG
    return 0;
}
