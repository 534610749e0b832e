// Nothing points to the object any more.
// flags: --check leak
// expect: FALSE(memory-leak)
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    p = 0;
    return p != 0;
}
