// A list whose allocations may fail is reversed and freed. With BEHIND the first allocation's failure is forgotten.
// flags: --malloc-may-fail
// expect: TRUE
// flags: --malloc-may-fail -D BEHIND
// expect: FALSE(null-dereference)
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
#define N 30
int main(void) {
    struct node *list = 0, *back = 0;
    int values[N];
    for (int i = 0; i < N; i++) {
        struct node *n = malloc(sizeof *n);
#ifdef BEHIND
        if (!n && i > 0)
#else
        if (!n)
#endif
            abort();
        n->value = values[i] = __VERIFIER_nondet_int(); // BUG
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        list->next = back;
        back = list;
        list = next;
    }
    for (int i = 0; i < N; i++) {
        assert(back->value == values[i]);
        struct node *next = back->next;
        free(back);
        back = next;
    }
    assert(!back);
}
