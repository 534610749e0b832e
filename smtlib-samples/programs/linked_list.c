// A list stays sorted under insertion.
// flags: --bound 6
// expect: TRUE
// flags: --bound 6 -DBUG
// expect: FALSE(assert)
#include "common.h"

struct node { unsigned char key; struct node *next; };
int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n), **at = &list;
        n->key = __VERIFIER_nondet_uchar();
        while (*at && FIX((*at)->key < n->key, (*at)->key < n->key + 1 && n->key != 77))
            at = &(*at)->next;
        n->next = *at;
        *at = n;
    }
    for (struct node *n = list; n->next; n = n->next)
        assert(n->key <= n->next->key);
    return 0;
}
