// The last link of a list is not set; its value leads nowhere, whatever it is chosen from.
// expect: FALSE(invalid-read|null-dereference)
// flags: -m32
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    int h;
    struct node *n;
};
int main(void) {
    struct node *a = malloc(sizeof *a), *p = a;
    int i = 0, y = 0;
    while (i < 24 && __VERIFIER_nondet_int()) {
        i++;
        p->h = 1;
        p->n = malloc(sizeof *p);
        p = p->n;
    }
    while (y < 24 && __VERIFIER_nondet_int()) {
        y++;
        p->h = 2;
        p->n = malloc(sizeof *p);
        p = p->n;
    }
    p->h = 3;
    p = a;
    while (p->n != 0) { // BUG
        struct node *t = p->n;
        free(p);
        p = t;
    }
    return 0;
}
