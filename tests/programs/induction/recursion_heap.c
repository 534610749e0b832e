// What activations allocate and what stays is left to bounds.
// flags: --timeout 3
// expect: UNKNOWN
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node { struct node *next; unsigned n; };
static struct node *list(unsigned n) {
    struct node *rest = n ? list(n - 1) : 0, *first = malloc(sizeof *first);
    if (!first) exit(1);
    first->next = rest;
    first->n = n;
    if (n == 100000) free(rest);
    return first;
}
int main(void) {
    struct node *l = list(__VERIFIER_nondet_uint());
    return l->next ? l->next->n : 0;
}
