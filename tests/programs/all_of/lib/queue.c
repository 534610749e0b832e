// part of project.c
#include "lib.h"

static int full(const struct queue *q)
{
    return q->count >= limit();
}

int push(struct queue *q, int item)
{
    if (full(q)) {
        log_line(2);
        return 0;
    }
    q->items[q->count++] = item;
    return 1;
}

// Nothing here needs this, nor the clock.
long push_time(void)
{
    return now();
}
