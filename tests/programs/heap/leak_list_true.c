// flags: --check leak,memcleanup
// expect: TRUE
#include <stdlib.h>
struct node { struct node *next; };
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    struct node *head = 0;
    unsigned n = __VERIFIER_nondet_uint() % 4;
    for (unsigned i = 0; i < n; i++) {
        struct node *x = malloc(sizeof *x);
        x->next = head;
        head = x;
    }
    while (head) {
        struct node *x = head;
        head = head->next;
        free(x);
    }
    return 0;
}
