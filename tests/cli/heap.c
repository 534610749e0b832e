#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
enum colour { RED, GREEN = 5, BLUE };
struct point {
    int x;
    short y[3];
    enum colour c;
};
struct node {
    struct node *next;
    int value;
    char tag;
};
static struct node *head;
static struct node *push(int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    n->tag = 'a' + value % 3;
    head = n;
    return n;
}
static int sum(const struct node *list) { return list ? list->value + sum(list->next) : 0; }
int main(void) {
    struct point p = {1, {2, 3, 4}, GREEN};
    struct point q = p;
    char buffer[8];
    strcpy(buffer, "hello");
    q.y[1] = -7;
    q.c = BLUE;
    for (int i = 0; i < 2; i++)
        push(i * 10);
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 100)
        return 0;
    push(k);
    assert(sum(head) != 42);
    return 0;
}
