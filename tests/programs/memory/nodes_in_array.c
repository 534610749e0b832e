// A sorted list of nodes in an array, whose size is no power of two: an offset that is one of few constants is one of these.
// flags: --check assert,memory
// expect: TRUE
// flags: --check assert,memory -D ORDER
// expect: FALSE(assert)
// flags: --check assert,memory -D BEYOND
// expect: FALSE(invalid-read|buffer-overflow)
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
#define COUNT 4
struct node {
    unsigned value;
    struct node *next, *previous;
    void *owner, *list;
};
struct list {
    unsigned long count;
    struct node end;
};
static void insert(struct list *l, struct node *n) {
    struct node *at = &l->end;
#ifdef ORDER
    while (at->next != &l->end && at->next->value < n->value + 1)
#else
    while (at->next != &l->end && at->next->value <= n->value)
#endif
        at = at->next;
    n->next = at->next;
    n->next->previous = n;
    n->previous = at;
    at->next = n;
    n->list = l;
    l->count++;
}
int main(void) {
    struct list l = {0, {0, &l.end, &l.end, 0, 0}};
    struct node nodes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        nodes[i].value = __VERIFIER_nondet_uint();
        insert(&l, &nodes[i]);
    }
    assert(l.count == COUNT);
    unsigned last = 0;
    struct node *n = l.end.next;
    for (int i = 0; i < COUNT; i++) {
        assert(n->value >= last); // BUG
        last = n->value;
        n = n->next;
    }
    assert(n == &l.end);
#ifdef BEYOND
    n = l.end.next;
    return (n + 1)->value == 3; // BUG
#endif
    return 0;
}
