// Destructors run after the functions of atexit(), the last defined first, also when exit() ends the program.
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int step;
__attribute__((constructor)) static void begin(void) { step = 10; }
__attribute__((destructor)) static void third(void) { assert(step++ == 12); }
__attribute__((destructor)) static void second(void) { assert(step++ == 11); }
static void first(void) { assert(step++ == 10); }
int main(void) {
    atexit(first);
    if (__VERIFIER_nondet_int())
        exit(0);
    return 0;
}
