// flags: --bound 20
// expect: FALSE(assert)
#include <assert.h>
#include <stdio.h>
int main(void) {
    int x = 0;
    if (scanf("%d", &x) != 1)
        return 0;
    assert(x != -42); // BUG
    return 0;
}
