// flags: --check leak
// expect: TRUE

#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    *p = 1;
    exit(0);
}
