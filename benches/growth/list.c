// A list of N allocated nodes with inputs is reversed twice and freed. Broken: the comparison is of the once reversed one.
// bound: N + 1
#include "growth.h"

struct node {
    int value;
    struct node *next;
};

static struct node *reverse(struct node *l) {
    struct node *r = NULL;
    while (l) {
        struct node *next = l->next;
        l->next = r;
        r = l;
        l = next;
    }
    return r;
}

int main(void) {
    int values[N];
    struct node *list = NULL;
    for (int i = N - 1; i >= 0; i--) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        values[i] = n->value = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    list = reverse(list);
    if (!WRONG)
        list = reverse(list);
    for (int i = 0; i < N; i++) {
        assert(list->value == values[i]);
        struct node *next = list->next;
        free(list);
        list = next;
    }
    assert(!list);
}
