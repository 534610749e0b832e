// A global still points to it when the program ends: not lost, but not freed.
// flags: --check leak
// expect: TRUE
// flags: --check memcleanup
// expect: FALSE(memory-not-freed)
#include <stdlib.h>
static int *keep;
int main(void) {
    keep = malloc(4);
    return 0;
}
