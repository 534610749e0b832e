// The last node is forgotten.
// flags: --check leak
// expect: FALSE(memory-leak)
#include <stdlib.h>
struct node { struct node *next; };
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    struct node *head = 0;
    unsigned n = __VERIFIER_nondet_uint() % 3;
    for (unsigned i = 0; i <= n; i++) {
        struct node *x = malloc(sizeof *x);
        x->next = head;
        head = x;
    }
    while (head->next) {
        struct node *x = head;
        head = head->next;
        free(x);
    }
    head = 0;
    return 0;
}
