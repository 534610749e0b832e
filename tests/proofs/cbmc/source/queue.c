#include "queue.h"

static int grow(struct queue *q)
{
    return q->count / (q->count - q->count);
}

int push(struct queue *q, int item)
{
    if (q->count > MOST)
        return grow(q);
    q->items[q->count++] = item;
    return 0;
}

unsigned pop(struct queue *q)
{
    return --q->count;
}

unsigned fill(struct queue *q, unsigned count)
{
    unsigned i;
    for (i = 0; i < count; i++)
        if (push(q, 7))
            break;
    return i;
}
