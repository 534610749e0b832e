// A pointer is read behind the end of an array: with checks of memory off, it may be any.
// flags: --check assert
// expect: FALSE(reach-error)
// flags: --check assert -D WRITTEN
// expect: FALSE(reach-error)
// flags: --check assert,memory
// expect: FALSE(invalid-read)
#include <stdlib.h>
void reach_error(void) {}
unsigned __VERIFIER_nondet_uint(void);
struct node { struct node *next; int v; };
struct node *heads[2];
int main(void) {
    struct node *p = malloc(sizeof *p);
    p->next = 0;
    p->v = 1;
    heads[0] = p;
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 4)
        return 0;
    struct node *q = heads[i];
#ifdef WRITTEN
    if (i > 1 && q) {
        q->v = 3;
        if (p->v == 3)
            reach_error();
    }
#else
    if (q == p && i > 1)
        reach_error();
#endif
}
