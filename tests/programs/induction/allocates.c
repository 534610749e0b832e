// Objects that stay are not forgotten: no proof.
// flags: --check assert --timeout 3
// expect: UNKNOWN
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct node { struct node *next; int n; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *more = malloc(sizeof *more);
        more->next = list;
        more->n = list ? list->n + 1 : 0;
        list = more;
        if (list->n == 1000000000) reach_error();
    }
}
