// A doubly linked list of N nodes that ends where an allocation fails; its links agree. Broken: one link back is wrong.
// bound: N + 1
#include "growth.h"

struct node {
    struct node *next, *prev;
    int v;
};

int main(void) {
    struct node *head = NULL, *tail = NULL;
    int made = 0, met = 0;
    for (int i = 0; i < N; i++) {
        struct node *x = malloc(sizeof *x);
        if (!x)
            break;
        x->v = i;
        x->next = NULL;
        x->prev = WRONG && i == 2 ? x : tail;
        if (tail)
            tail->next = x;
        else
            head = x;
        tail = x;
        made++;
    }
    for (struct node *p = head; p; p = p->next) {
        assert(p->v == met);
        met++;
        if (p->next)
            assert(p->next->prev == p);
    }
    assert(met == made);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}
