// What was lost is reached from nowhere, and still tells the two states apart.
// flags: --check leak
// expect: FALSE(memory-leak)
// flags: --check memcleanup
// expect: FALSE(memory-not-freed)
// flags: --check leak --search dfs
// expect: FALSE(memory-leak)
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
static int g;
__attribute__((noinline)) static void lose(void) {
    void *p = malloc(4); // BUG
    g = p != 0;
}
int main(void) {
    if (__VERIFIER_nondet_bool()) lose();
    else g = 1;
    g = 1;
    g = 2;
    return 0;
}
