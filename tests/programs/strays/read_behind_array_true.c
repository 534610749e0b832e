// The same, where no run that reads behind the end gets to the assertion.
// flags: --check assert
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
struct node { struct node *next; int v; };
struct node *heads[2];
int main(void) {
    struct node *p = malloc(sizeof *p);
    p->next = 0;
    p->v = 1;
    heads[0] = heads[1] = p;
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 4)
        return 0;
    struct node *q = heads[i];
    if (i < 2)
        assert(q->v == 1 && !q->next);
}
