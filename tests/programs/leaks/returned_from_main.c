// flags: --check leak
// expect: FALSE(memory-leak)

#include <stdlib.h>

int main(void) {
    int *p = malloc(4); // BUG
    return p == 0;
}
