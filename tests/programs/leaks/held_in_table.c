// flags: --check leak
// expect: TRUE

#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int *table[200];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 200)
        table[i] = malloc(4);
    return 0;
}
