// The processor ends a run at a store through null. What it was about to store points to its object still.
// flags: --check leak
// expect: TRUE
// flags: --check leak -D BEFORE
// expect: FALSE(memory-leak)
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct node { struct node *next; };
static struct node *list;
int main(void) {
    if (__VERIFIER_nondet_bool())
        list = malloc(sizeof *list);
#ifdef BEFORE
    struct node *p = malloc(sizeof *p); // BUG
    p = 0;
#endif
    list->next = malloc(sizeof *list);
    list->next->next = 0;
    return 0;
}
