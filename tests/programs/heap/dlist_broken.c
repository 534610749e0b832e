// The successor's back link is not updated when a node is removed.
// expect: FALSE(use-after-free)
#include <stdlib.h>
struct node { struct node *next, *prev; };
int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
    a->prev = 0; a->next = b;
    b->prev = a; b->next = c;
    c->prev = b; c->next = 0;
    a->next = b->next;
    free(b);
    if (c->prev->prev == a) // BUG
        return 1;
    return 0;
}
