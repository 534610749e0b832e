// expect: TRUE
#include <assert.h>
#include <stdlib.h>
struct node { struct node *next; int v; };
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    struct node *head = 0;
    unsigned n = __VERIFIER_nondet_uint() % 4;
    for (unsigned i = 0; i < n; i++) {
        struct node *x = malloc(sizeof *x);
        x->v = (int)i;
        x->next = head;
        head = x;
    }
    struct node *back = 0;
    while (head) {
        struct node *next = head->next;
        head->next = back;
        back = head;
        head = next;
    }
    int expected = 0;
    for (struct node *x = back; x; x = x->next)
        assert(x->v == expected++);
    assert(expected == (int)n);
    while (back) {
        struct node *next = back->next;
        free(back);
        back = next;
    }
    return 0;
}
