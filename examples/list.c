// A sorted linked list: inserting any three values keeps it sorted, and nothing is lost. Expected: TRUE.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node *insert(struct node *head, int value) {
    struct node **at = &head;
    while (*at && (*at)->value < value)
        at = &(*at)->next;
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = *at;
    *at = n;
    return head;
}

static void destroy(struct node *head) {
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++)
        list = insert(list, __VERIFIER_nondet_int());
    int length = 0;
    for (struct node *n = list; n; n = n->next) {
        assert(!n->next || n->value <= n->next->value);
        length++;
    }
    assert(length == 3);
    destroy(list);
    return 0;
}
