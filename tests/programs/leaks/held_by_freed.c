// What an object held that was freed on some runs only does not hold anything there, though a pointer to it is left.
// flags: --check leak
// expect: FALSE(memory-leak)
// flags: --check leak -D EMPTIED
// expect: FALSE(memory-leak)
// flags: --check leak -D KEPT
// expect: TRUE
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
struct node { struct node *next; };
struct node *p;
int main(void) {
    p = malloc(sizeof *p);
    struct node *q = malloc(sizeof *q);
    p->next = q;
    _Bool freed = __VERIFIER_nondet_bool();
#ifdef KEPT
    if (freed)
        free(q);
#else
    q = 0;
    if (freed) {
#ifdef EMPTIED
        p->next = 0;
#endif
        free(p);
    }
#endif
}
