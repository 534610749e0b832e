// flags: --bound 20
// expect: FALSE(array-bounds|invalid-write)
#include <stdio.h>
static int seen[256];
int main(void) {
    int c = getchar();
    seen[c] = 1; // BUG
    return 0;
}
