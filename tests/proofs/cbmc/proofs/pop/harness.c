#include "queue.h"

int grow(struct queue *q);

void harness(void)
{
    struct queue q;
    q.count = 0;
    grow(&q);
}
