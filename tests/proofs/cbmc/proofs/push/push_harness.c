#include <assert.h>
#include <stdlib.h>
#include "queue.h"

unsigned nondet_unsigned(void);

void push_harness(void)
{
    struct queue *q = malloc(sizeof *q);
    __CPROVER_assume(q != NULL);
    q->count = 0;
    unsigned count = nondet_unsigned();
    unsigned filled = fill(q, count);
    assert(filled == (count < CAPACITY ? count : CAPACITY));
    assert(!filled || q->items[filled - 1] == 7);
}
