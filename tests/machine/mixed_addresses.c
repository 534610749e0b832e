// Numbers that several addresses were made into lead to what lies there: a list with one field for both neighbours.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int value;
    uintptr_t both;
};

int main(void) {
    struct node *first = NULL, *last = NULL;
    for (int i = 0; i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->value = i;
        n->both = (uintptr_t)last;
        if (last)
            last->both ^= (uintptr_t)n;
        else
            first = n;
        last = n;
    }
    uintptr_t before = 0;
    for (struct node *n = last; n;) {
        printf("%d\n", n->value);
        uintptr_t next = before ^ n->both;
        before = (uintptr_t)n;
        n = (struct node *)next;
    }
    int x = 1, y = 2;
    intptr_t words = ((intptr_t)&y - (intptr_t)&x) / (intptr_t)sizeof(int);
    int *p = (int *)((intptr_t)&x + words * (intptr_t)sizeof(int));
    *p = 7;
    uintptr_t kept = (uintptr_t)&x ^ (uintptr_t)&y ^ (uintptr_t)&x;
    int *q;
    memcpy(&q, &kept, sizeof q);
    printf("%d %d %d\n", x, y, *q);
    before = 0;
    while (first) {
        uintptr_t next = before ^ first->both;
        before = (uintptr_t)first;
        free((void *)before);
        first = (struct node *)next;
    }
    return 0;
}
