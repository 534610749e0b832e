// A node is read after it was freed, on some runs.
// flags: --check assert
// expect: FALSE(reach-error)
// flags: --check assert -D GUARDED
// expect: TRUE
// flags: -D GUARDED
// expect: FALSE(use-after-free)
#include <stdlib.h>
void reach_error(void) {}
_Bool __VERIFIER_nondet_bool(void);
struct node { struct node *next; int v; };
int main(void) {
    struct node *x = malloc(sizeof *x), *y = malloc(sizeof *y);
    x->next = y;
    y->next = 0;
    _Bool freed = __VERIFIER_nondet_bool();
    if (freed)
        free(x);
    struct node *z = x->next;
#ifdef GUARDED
    if (freed)
        return 0;
#endif
    if (z != y)
        reach_error();
}
