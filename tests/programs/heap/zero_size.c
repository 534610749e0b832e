// expect: FALSE(invalid-write|null-dereference)
#include <stdlib.h>
int main(void) {
    char *p = malloc(0);
    *p = 1; // BUG
    return 0;
}
