// flags: -m32
// expect: TRUE
extern void reach_error(void);
extern void *malloc(unsigned);
extern void free(void *);
struct node { struct node *next; int value; };
int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    unsigned address = (unsigned)head;
    struct node *again = (struct node *)address;
    if (again->value != 2 || again->next->next->value != 0 || again->next->next->next)
        reach_error();
    while (head) {
        struct node *n = head->next;
        free(head);
        head = n;
    }
    return 0;
}
