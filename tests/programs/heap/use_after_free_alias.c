// expect: FALSE(use-after-free)
#include <stdlib.h>
struct node { struct node *next; int v; };
int __VERIFIER_nondet_int(void);
int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = 0;
    a->v = b->v = 1;
    free(__VERIFIER_nondet_int() ? a : b);
    a->next->v = 2; // BUG
    return 0;
}
