// Keys in a search tree, inserted through a pointer to a pointer: without checks of memory as cheap as with them.
// flags: --check assert
// expect: TRUE
// flags: --check assert --malloc-may-fail
// expect: TRUE
// flags: --check assert,memory --malloc-may-fail
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *l, *r; int k; };
static struct node *root;
static void insert(int k) {
    struct node **p = &root;
    while (*p)
        p = k < (*p)->k ? &(*p)->l : &(*p)->r;
    struct node *x = malloc(sizeof *x);
    if (!x)
        return;
    x->l = x->r = 0;
    x->k = k;
    *p = x;
}
static int last, first = 1;
static void walk(struct node *x) {
    if (!x)
        return;
    walk(x->l);
    assert(first || last <= x->k);
    first = 0;
    last = x->k;
    walk(x->r);
}
int main(void) {
    for (int i = 0; i < 3; i++)
        insert(__VERIFIER_nondet_int());
    walk(root);
}
