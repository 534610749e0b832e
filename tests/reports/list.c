// A list whose last node is freed, but not taken out of it.
#include <stdlib.h>
#include <assert.h>

int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *head, *tail;
    int length;
};

static void append(struct list *l, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = NULL;
    if (l->tail)
        l->tail->next = n;
    else
        l->head = n;
    l->tail = n;
    l->length++;
}

static void drop_last(struct list *l) {
    struct node *n = l->tail;
    free(n);
    l->tail = l->head;
    l->length--;
}

int sum(const struct list *l) {
    int total = 0;
    for (const struct node *n = l->head; n; n = n->next)
        total += n->value; // BUG
    return total;
}

int main(void) {
    struct list l = {0};
    int n = __VERIFIER_nondet_int();
    if (n != 2)
        return 0; // not reached
    for (int i = 0; i < n; i++)
        append(&l, 10 * i);
    drop_last(&l);
    return sum(&l) < 0;
}
