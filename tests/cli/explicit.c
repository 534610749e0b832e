#include <assert.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
struct cell {
    struct cell *next;
    int value;
};
static struct cell *push(struct cell *list, int value) {
    struct cell *c = malloc(sizeof *c);
    c->next = list;
    c->value = value;
    return c;
}
int main(void) {
    struct cell *list = NULL;
    for (int i = 0; i < 2; i++) list = push(list, 10 * i);
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n >= 3) return 0;
    list->value += n;
    assert(list->value != 12);
    return 0;
}
