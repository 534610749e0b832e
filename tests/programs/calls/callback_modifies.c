// expect: FALSE(use-after-free)
#include <stdlib.h>
struct item { int v; };
static struct item *current;
static void drop(void) {
    free(current);
    current = 0;
}
static void keep(void) {}
static int visit(void (*f)(void)) {
    struct item *i = current;
    f();
    return i->v; // BUG
}
int __VERIFIER_nondet_int(void);
int main(void) {
    current = malloc(sizeof *current);
    current->v = 1;
    return visit(__VERIFIER_nondet_int() == 17 ? drop : keep);
}
