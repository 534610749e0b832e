// A doubly linked list of which allocation may fail at any node.
// flags: --malloc-may-fail
// expect: TRUE
// flags: --malloc-may-fail --check assert
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
struct node { struct node *next, *prev; int v; };
int main(void) {
    struct node *head = 0, *tail = 0;
    int n = 0;
    for (int i = 0; i < 8; i++) {
        struct node *x = malloc(sizeof *x);
        if (!x)
            break;
        x->v = i;
        x->next = 0;
        x->prev = tail;
        if (tail)
            tail->next = x;
        else
            head = x;
        tail = x;
        n++;
    }
    int c = 0;
    for (struct node *p = head; p; p = p->next) {
        assert(p->v == c);
        c++;
        if (p->next)
            assert(p->next->prev == p);
    }
    assert(c == n);
    while (head) {
        struct node *t = head->next;
        free(head);
        head = t;
    }
}
