// Taking the last element leaves the tail behind.
// flags: --bound 6
// expect: FALSE(use-after-free)
#include <stdlib.h>
struct node { struct node *next; int v; };
static struct node *head, *tail;
static void put(int v) {
    struct node *n = malloc(sizeof *n);
    n->next = 0;
    n->v = v;
    if (tail)
        tail->next = n; // BUG
    else
        head = n;
    tail = n;
}
static void take(void) {
    struct node *n = head;
    if (!n)
        return;
    head = n->next;
    free(n);
}
int __VERIFIER_nondet_int(void);
int main(void) {
    for (int i = 0; i < 4; i++)
        if (__VERIFIER_nondet_int() == 1)
            put(i);
        else
            take();
    return 0;
}
