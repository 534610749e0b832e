// flags: --check leak
// expect: TRUE
// flags: --check leak -m32
// expect: TRUE

#include <stdint.h>
#include <stdlib.h>

static uintptr_t global;

int main(void) {
    int *p = malloc(4);
    global = (uintptr_t)p;
    return 0;
}
