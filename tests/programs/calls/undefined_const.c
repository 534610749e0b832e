// It cannot change what it cannot reach.
// expect: TRUE
#include <assert.h>
extern int mystery(int);
int main(void) {
    int x = 5;
    int y = mystery(x);
    assert(x == 5 && y == y);
    return 0;
}
