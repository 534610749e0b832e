// Marks in the low bits of addresses, which the alignment of memory leaves free.
// expect: TRUE
// flags: -DFAIL
// expect: FALSE(assert)
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int value;
};
static struct node last;
static uintptr_t marked(struct node *n) { return (uintptr_t)n | 1; }
static int is_marked(uintptr_t link) { return (link & 1) != 0; }
static struct node *node_of(uintptr_t link) { return (struct node *)(link & ~(uintptr_t)1); }
int main(void) {
    struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    first->next = (struct node *)marked(second);
    first->value = 1;
    second->next = NULL;
    second->value = 2;
    uintptr_t link = (uintptr_t)first->next;
    assert(is_marked(link) && !is_marked((uintptr_t)second));
    assert(node_of(link) == second && node_of(link)->value == 2);
    assert(node_of(link ^ 1) == second);
    assert(((uintptr_t)&second->value & 7) == 0);
    assert((uintptr_t)&last % sizeof(void *) == 0 && node_of(marked(&last)) == &last);
    assert((uintptr_t)first % 16 == 0 && ((uintptr_t)&last.value & 7) == 0);
#ifdef FAIL
    assert((struct node *)link == second); // BUG
#endif
    free(node_of(link));
    free(first);
}
