// flags: --check leak
// expect: FALSE(memory-leak)

#include <stdint.h>
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static uintptr_t global;

int main(void) {
    int *p = malloc(4); // BUG
    global = (uintptr_t)p;
    global = __VERIFIER_nondet_ulong();
    return 0;
}
