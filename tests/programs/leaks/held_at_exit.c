// flags: --check leak
// expect: TRUE
// flags: --check memcleanup
// expect: FALSE(memory-not-freed)

#include <stdlib.h>

static int *keep(int *p) {
    exit(0);
    return p;
}

int main(void) {
    int *p = malloc(4); // BUG
    int n = 0;
    while (n < 3)
        n++;
    keep(0);
    return *p;
}
