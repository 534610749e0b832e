// A function without a body may write through its pointer.
// expect: FALSE(assert)|UNKNOWN
#include <assert.h>
extern void mystery(int *);
int main(void) {
    int x = 5;
    mystery(&x);
    assert(x == 5); // BUG
    return 0;
}
