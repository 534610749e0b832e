// flags: --check leak
// expect: FALSE(memory-leak)

#include <stdlib.h>

static void f(int *p) {
    *p = 1;
    p = 0;
    exit(0);
}

int main(void) {
    f(malloc(4)); // BUG
    return 0;
}
