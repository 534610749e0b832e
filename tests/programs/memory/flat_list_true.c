// What is stored in one object of the heap passes what is stored in others.
// flags: --memory flat
// expect: TRUE
// flags: --memory flat -m32
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct node {
    unsigned value;
    struct node *next;
};
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    struct node *head = 0;
    unsigned sum = 0, want = 0, x = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < 12; i++) {
        struct node *n = calloc(1, sizeof *n), **at = &head;
        n->value = i * 7 % 12;
        while (*at && (*at)->value < n->value)
            at = &(*at)->next;
        n->next = *at;
        *at = n;
        want += i;
    }
    struct node *second = head->next, copy;
    second->value = x;
    memcpy(&copy, x % 2 ? head : second, sizeof copy);
    assert(copy.value == (x % 2 ? 0 : x));
    second->value = 1;
    while (head) {
        struct node *n = head;
        head = n->next;
        sum += n->value;
        assert(!head || n->value < head->value);
        free(n);
    }
    assert(sum == want);
    return 0;
}
