// flags: --check leak
// expect: FALSE(memory-leak)

#include <stdlib.h>

static void f(void) { exit(0); }

int main(void) {
    {
        int *p = malloc(4); // BUG
        *p = 1;
    }
    f();
}
