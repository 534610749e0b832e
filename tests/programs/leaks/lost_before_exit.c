// flags: --check leak
// expect: FALSE(memory-leak)
// flags: --check leak -m32
// expect: FALSE(memory-leak)

#include <stdlib.h>

static void f(void) { exit(0); }

int main(void) {
    int *p = malloc(4); // BUG
    p = 0;
    f();
    return p != 0;
}
