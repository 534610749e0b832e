// N inputs are put into a sorted list, at places that depend on them. Broken: equal ones and greater ones stay apart by one.
// bound: N + 1
#include "growth.h"

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < N; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->value = __VERIFIER_nondet_int();
        struct node **p = &list;
        while (*p && (*p)->value < n->value - WRONG)
            p = &(*p)->next;
        n->next = *p;
        *p = n;
    }
    int count = 0;
    for (struct node *n = list; n; n = n->next, count++)
        assert(!n->next || n->value <= n->next->value);
    assert(count == N);
}
