#include "queue.h"

unsigned pop(struct queue *q)
    __CPROVER_requires(__CPROVER_is_fresh(q, sizeof *q) && q->count > 0)
    __CPROVER_assigns(q->count)
    __CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(q->count) - 1);

void harness(void)
{
    struct queue *q;
    pop(q);
}
