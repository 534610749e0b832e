// A pointer that nobody has set is followed before the program compares addresses; then it is found to be one of them.
// flags: --check assert
// expect: FALSE(reach-error)
// flags: --check assert --all
// expect: FALSE(reach-error)
// flags: --check assert -D SET
// expect: TRUE
#include <stdlib.h>
void reach_error(void) {}
struct node { struct node *next; };
int main(void) {
    struct node *q = malloc(sizeof *q), *r, *other = malloc(sizeof *other);
    other->next = other;
#ifdef SET
    q->next = other;
#endif
    q = q->next;
    r = q->next;
#ifdef SET
    if (r->next != other)
#else
    free(q);
    if (q->next == r->next)
#endif
        reach_error(); // BUG
}
